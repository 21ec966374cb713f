'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { fromControl, toControl } from '@/components/forms/zoned-time';
import { Badge } from '@/components/ui/badge';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { ExactTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { Json } from '@/lib/engine/json';
import type { RuleDetail } from '@/lib/rules/schema';
import { inForceAt, statusAt } from './in-force';

/** All that a rule was, is and will be; what a certain time gives; and which definitions use it. */
export function RuleView({ rule, now }: { rule: RuleDetail; now: string }) {
  const t = useTranslations('rules');
  const at = Date.parse(now);
  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_20rem]">
      <section aria-labelledby="values">
        <h2 id="values" className="text-md font-semibold">
          {t('history')}
        </h2>
        <ol className="mt-3 flex flex-col gap-3">
          {rule.values.toReversed().map((value) => {
            const status = statusAt(value, at);
            return (
              <li key={value.id} className="rounded-lg border border-line bg-surface px-4 py-3">
                <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
                  <Badge tone={status === 'present' ? 'positive' : 'neutral'}>{t(`status.${status}`)}</Badge>
                  <span>
                    <ExactTime at={value.effectiveFrom} /> –{' '}
                    {value.effectiveTo === null ? t('open') : <ExactTime at={value.effectiveTo} />}
                  </span>
                </div>
                <Value value={value.value} />
              </li>
            );
          })}
        </ol>
      </section>
      <div className="flex flex-col gap-8">
        <Preview rule={rule} now={now} />
        <section aria-labelledby="uses">
          <h2 id="uses" className="text-md font-semibold">
            {t('uses')}
          </h2>
          {rule.uses.length === 0 ? <p className="mt-2 text-sm text-muted">{t('unused')}</p> : null}
          <ul className="mt-2 flex flex-col gap-1.5 text-base">
            {rule.uses.map((use) => (
              <li key={use.key}>
                <TextLink href={`/definitions/${use.key}`}>{use.name}</TextLink>{' '}
                <span className="text-sm text-muted">
                  {[
                    ...(use.active ? [t('useActive', { version: use.activeVersion ?? 0 })] : []),
                    ...(use.draft ? [t('useDraft')] : []),
                  ].join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

function Preview({ rule, now }: { rule: RuleDetail; now: string }) {
  const t = useTranslations('rules');
  const zone = useTimeZone() ?? 'UTC';
  const [text, setText] = useState(toControl(now, zone));
  const instant = fromControl(text, zone);
  const holds = instant === undefined ? undefined : inForceAt(rule.values, Date.parse(instant));
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className="mb-2 text-md font-semibold">
        {t('preview')}
      </h2>
      <Field label={t('previewAt')}>
        <Input type="datetime-local" value={text} onValueChange={setText} />
      </Field>
      <div aria-live="polite" className="mt-2 text-sm text-muted">
        {holds ? (
          <>
            {t.rich('previewValue', { when: () => <ExactTime at={holds.effectiveFrom} /> })}
            <Value value={holds.value} />
          </>
        ) : (
          t('previewNothing')
        )}
      </div>
    </section>
  );
}

function Value({ value }: { value: Json }) {
  return (
    <pre className="mt-1.5 font-mono text-sm wrap-anywhere whitespace-pre-wrap text-ink">
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
