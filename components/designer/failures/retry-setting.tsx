'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useDurationWords } from '@/components/definitions/duration-words';
import { ObjectSetting } from '@/components/designer/inspector/object-setting';
import type { SettingProps } from '@/components/designer/inspector/setting';
import type { SettingPath } from '@/components/designer/document/settings';
import { useDocument } from '@/components/designer/store';
import { wordsOfKey } from '@/components/instances/words';
import { pausesOf } from '@/lib/engine/decide/retry-policy';
import { retrySchema } from '@/lib/engine/definition/activity-schema';
import { failureWays } from './failure-ways';
import { durationOfSeconds } from './seconds';

/** Pauses that are said one by one. */
const shown = 6;

/** How often an activity is tried again, and in words what comes of that. */
export function RetrySetting(props: SettingProps) {
  const t = useTranslations('retries');
  const words = <RetryWords path={props.path} value={props.value} />;
  if (props.value !== undefined) return <ObjectSetting {...props}>{words}</ObjectSetting>;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <ObjectSetting {...props} />
      <div className="text-sm text-muted">
        {t('usual')} {words}
      </div>
    </div>
  );
}

function RetryWords({ path, value }: { path: SettingPath; value: unknown }) {
  const t = useTranslations('retries');
  const format = useFormatter();
  const inWords = useDurationWords();
  const { definition } = useDocument();
  const read = retrySchema.optional().safeParse(value);
  if (!read.success) return null;
  const pauses = pausesOf({ retry: read.data }, new Date().toISOString());
  const names = new Map(definition.steps.map(({ key, name }) => [key, name ?? wordsOfKey(key)]));
  const { ways, otherwise } = failureWays(definition, path);
  const { seconds, jitter } = pauses ?? { seconds: [], jitter: 0 };
  const first = seconds.slice(0, shown).map((one) => inWords(durationOfSeconds(one)));
  const total = inWords(durationOfSeconds(seconds.reduce((sum, one) => sum + one, 0)));
  const rest = seconds.length - first.length;
  const end = [
    ...ways.map(({ code, to }) => {
      const step = names.get(to) ?? to;
      return code === null ? t('then.anyError', { step }) : t('then.error', { code, step });
    }),
    ...(otherwise === null ? [] : [t(`then.${otherwise}`)]),
  ];
  return (
    <p className="text-sm text-muted">
      {pauses === null
        ? t('businessTime')
        : first.length === 0
          ? t('once')
          : rest > 0
            ? t('pausesAndMore', { pauses: format.list(first, { type: 'unit' }), count: rest })
            : t('pauses', { pauses: format.list(first) })}{' '}
      {first.length === 0 ? null : t('total', { tries: seconds.length + 1, total })}{' '}
      {jitter > 0 && first.length > 0 ? t('chance', { share: jitter }) : null}{' '}
      {(read.data?.stopOn ?? []).length > 0
        ? t('stop', { codes: format.list(read.data?.stopOn ?? [], { type: 'disjunction' }) })
        : null}{' '}
      {t('end', { what: format.list(end, { type: 'unit' }) })}
    </p>
  );
}
