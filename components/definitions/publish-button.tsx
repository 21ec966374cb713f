'use client';

import { Rocket } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { AlertDialog } from '@/components/ui/alert-dialog';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toast';
import { publishDefinitionAction } from '@/lib/definitions/actions';
import { findingSchema } from '@/lib/definitions/schema';
import type { Finding } from '@/lib/engine/definition/finding';
import type { Definition } from '@/lib/engine/definition/schema';
import { ActiveFromField, useActiveFrom } from './active-from';
import { FindingsList } from './findings-list';

export type PublishButtonProps = {
  definitionKey: string;
  name: string;
  /** What is published. */
  definition: Definition | null;
  revision: number;
  nextVersion: number;
  /** Live instances of earlier versions, which stay on theirs. */
  live: number;
  /** Warnings of the draft; with an error among them it cannot be published. */
  findings: readonly Finding[];
  /** Why it has to wait, apart from findings: something is not saved yet. */
  notYet?: string | undefined;
  /** What publishing changes against the active version, and for whom. */
  impact?: ReactNode;
};

/** Makes the draft the next version, after a look at what that means. */
export function PublishButton({
  definitionKey,
  name,
  definition,
  revision,
  nextVersion,
  live,
  findings,
  notYet,
  impact,
}: PublishButtonProps) {
  const t = useTranslations('definitions.publish');
  const router = useRouter();
  const [problem, setProblem] = useState<{ message: string; findings: readonly Finding[] } | null>(null);
  const choice = useActiveFrom();
  const errors = findings.filter(({ severity }) => severity === 'error').length;

  async function publish(): Promise<boolean> {
    const activeFrom = choice.read();
    if (activeFrom === undefined) return false;
    const result = await publishDefinitionAction(definitionKey, revision, { activeFrom }).catch(() => null);
    if (!result?.ok) {
      const found = findingSchema.array().safeParse(result?.refusal.data['findings']);
      setProblem({
        message: result?.refusal.message ?? t('unreachable'),
        findings: found.success ? (found.data as readonly Finding[]) : [],
      });
      return false;
    }
    notify({ tone: 'positive', title: t('done', { name, version: result.value.version }) });
    router.push(`/definitions/${definitionKey}/versions/${result.value.version}`);
    return true;
  }

  return (
    <AlertDialog
      trigger={
        <Button
          variant="primary"
          icon={<Rocket aria-hidden />}
          disabledReason={errors > 0 ? t('notPublishable', { count: errors }) : notYet}
        >
          {t('publish', { version: nextVersion })}
        </Button>
      }
      onOpenChange={() => setProblem(null)}
      title={t('title', { name, version: nextVersion })}
      description={t('text', { count: live })}
      confirmLabel={t('confirm')}
      onConfirm={publish}
    >
      <div className="mb-4">
        <ActiveFromField choice={choice} />
      </div>
      {impact}
      {problem ? (
        <Banner tone="danger" title={problem.message} live>
          {problem.findings.length > 0 ? (
            <FindingsList findings={problem.findings} definition={definition} />
          ) : null}
        </Banner>
      ) : findings.length > 0 ? (
        <FindingsList findings={findings} definition={definition} />
      ) : null}
    </AlertDialog>
  );
}
