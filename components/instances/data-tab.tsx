import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/card';
import { JsonView } from '@/components/ui/json-view';
import type { JsonObject } from '@/lib/engine/json';

/** What the instance knows, and what it was started with. */
export function DataTab({ context, input }: { context: JsonObject; input: JsonObject }) {
  const t = useTranslations('instance.data');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel title={t('context')} description={t('contextText')}>
        <JsonView label={t('context')} value={context} />
      </Panel>
      <Panel title={t('input')} description={t('inputText')}>
        <JsonView label={t('input')} value={input} />
      </Panel>
    </div>
  );
}
