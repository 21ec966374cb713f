import { notFound } from 'next/navigation';
import { inForceAt } from '@/components/rules/in-force';
import { RuleDialog } from '@/components/rules/rule-form';
import { RuleView } from '@/components/rules/rule-view';
import { Page } from '@/components/shell/page';
import { PageHeader } from '@/components/ui/page-header';
import { getRule } from '@/lib/rules/queries';
import { requireActor } from '@/lib/session/session';

type Props = { params: Promise<{ key: string }> };

export async function generateMetadata({ params }: Props) {
  return { title: (await params).key };
}

/** One rule: its values, what a date gives, where it is used, and giving it another value. */
export default async function RulePage({ params }: Props) {
  const [actor, { key }] = await Promise.all([requireActor(), params]);
  const found = await getRule(actor, key);
  if (!found.ok) notFound();
  const now = new Date();
  const holds = inForceAt(found.value.values, now.getTime());
  return (
    <Page>
      <PageHeader title={key} actions={<RuleDialog rule={{ key, value: holds?.value }} />} />
      <RuleView rule={found.value} now={now.toISOString()} />
    </Page>
  );
}
