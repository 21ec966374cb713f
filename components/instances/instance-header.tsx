import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { TextLink } from '@/components/ui/text-link';
import type { FileRow } from '@/lib/files/schema';
import type { InstanceDetail } from '@/lib/instances/schema';
import type { Availability } from '@/lib/support/schema';
import { InstanceActions } from './instance-actions';
import { InstanceStatusMark } from './instance-status';

/** What it is: process, subject, version; its status in a word; what can be done with it. Quiet, for the answer comes first. */
export function InstanceHeader({
  detail,
  name,
  linksVersion,
  files,
  availability,
  watch,
}: {
  detail: InstanceDetail;
  name: string;
  linksVersion: boolean;
  files: readonly FileRow[];
  availability: readonly Availability[];
  /** Watching it, or not any more. */
  watch: ReactNode;
}) {
  const t = useTranslations('instance');
  const ui = useTranslations('ui');
  const { id, definition, subject, offered, ledger, status, outcome } = detail;
  const version = t('version', { version: definition.version });
  return (
    <header className="mb-4 flex items-start gap-x-4 gap-y-2 max-sm:flex-col">
      <div className="min-w-0 flex-1 sm:pt-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <nav aria-label={ui('trail')} className="text-sm text-muted">
            <Link
              href="/instances"
              className="inline-flex items-center gap-1 rounded-sm hover:text-ink pointer-coarse:py-2"
            >
              {t('trail')}
              <ChevronRight aria-hidden className="size-3.5 text-faint" />
            </Link>
          </nav>
          <h1 className="min-w-0 text-md font-semibold wrap-anywhere">{name}</h1>
          <CopyButton value={subject.id} label={t('copySubject', subject)} className="-ml-1" />
          <InstanceStatusMark status={status} outcome={outcome} look="pill" />
          {linksVersion ? (
            <TextLink
              href={`/definitions/${definition.key}/versions/${definition.version}`}
              className="text-sm"
            >
              {version}
            </TextLink>
          ) : (
            <span className="text-sm text-muted">{version}</span>
          )}
        </div>
      </div>
      <div className="flex shrink-0 items-center gap-2">
        {watch}
        <InstanceActions
          instanceId={id}
          name={name}
          offered={offered}
          ledger={ledger}
          context={detail.context}
          input={detail.input}
          files={files}
          availability={availability}
        />
      </div>
    </header>
  );
}
