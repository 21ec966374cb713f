import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { DescriptionList } from '@/components/ui/description-list';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { InstanceDetail } from '@/lib/instances/schema';
import { useFactValue } from './fact-value';

/** What tells this instance from others: its facts, who asked, since when, its ids. */
export function InstanceFacts({ detail }: { detail: InstanceDetail }) {
  const t = useTranslations('instance');
  const valueOf = useFactValue();
  const { id, facts, requester, correlationKey, createdAt, reopenedFrom, reopenedAs, parent } = detail;
  const known = facts.filter(({ value }) => value !== null && value !== '');
  const items = known.map((fact) => ({
    key: `fact:${fact.label}`,
    label: fact.label,
    value: valueOf(fact),
  }));
  if (parent) {
    const name = t('title', { definition: parent.definition.name, subject: parent.subject.id });
    const link = <TextLink href={`/instances/${parent.id}`}>{name}</TextLink>;
    items.push({ key: 'parent', label: t('partOf'), value: link });
  }
  if (requester) items.push({ key: 'requester', label: t('requester'), value: requester.name });
  items.push({ key: 'started', label: t('started'), value: <RelativeTime at={createdAt} /> });
  if (correlationKey !== null && !facts.some(({ value }) => value === correlationKey)) {
    items.push({ key: 'correlation', label: t('correlationKey'), value: correlationKey });
  }
  if (reopenedFrom !== null) {
    const link = <TextLink href={`/instances/${reopenedFrom}`}>{t('reopenedLink')}</TextLink>;
    items.push({ key: 'reopened', label: t('reopenedFrom'), value: link });
  }
  for (const { id: newer, createdAt: at } of reopenedAs) {
    const link = <TextLink href={`/instances/${newer}`}>{t('reopenedAsLink')}</TextLink>;
    const value = (
      <>
        {link} <RelativeTime at={at} />
      </>
    );
    items.push({ key: `reopened:${newer}`, label: t('reopenedAs'), value });
  }
  items.push({ key: 'id', label: t('id'), value: <InstanceId id={id} label={t('copyId')} /> });
  return (
    <DescriptionList items={items} className="gap-y-3 max-sm:grid-cols-2 sm:flex sm:flex-wrap sm:gap-x-10" />
  );
}

/** The end of the id, by which two are told apart (its beginning is the time); the whole is copied. */
function InstanceId({ id, label }: { id: string; label: string }) {
  return (
    <span className="-my-1 flex items-center gap-1">
      <code title={id} className="font-mono text-sm">
        …{id.slice(-12)}
      </code>
      <CopyButton value={id} label={label} />
    </span>
  );
}
