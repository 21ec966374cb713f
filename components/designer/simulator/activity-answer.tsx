'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type Activity, builtInActivityTypes } from '@/lib/engine/definition/activity-schema';
import { exampleResult } from '@/lib/engine/simulation/example';
import { AnswerCard } from './answer-card';
import { JsonField, jsonOf } from './json-field';
import { useSession } from './session';

/** Ends an attempt: with a result, or with an error. Nothing is called. */
export function ActivityAnswer({ activity }: { activity: Activity }) {
  const t = useTranslations('simulator.activity');
  const tTypes = useTranslations('designer.activityTypes');
  const { answer } = useSession();
  const [text, setText] = useState(() => JSON.stringify(exampleResult(activity), null, 2));
  const [code, setCode] = useState('http_503');
  const [again, setAgain] = useState(true);
  const result = jsonOf(text);
  const name = activity.name ?? activity.key;
  return (
    <AnswerCard label={t('label', { name })} title={name}>
      <p className="text-sm text-muted">{isBuiltIn(activity.type) ? tTypes(activity.type) : activity.type}</p>
      <JsonField label={t('result')} text={text} onText={setText} />
      <Button
        size="sm"
        variant="primary"
        className="self-start"
        disabled={result === undefined}
        onClick={() => result !== undefined && answer({ do: 'succeed', activity: activity.key, result })}
      >
        {t('succeed')}
      </Button>
      <div className="flex flex-wrap items-end gap-2 border-t border-line pt-3">
        <Field label={t('code')} className="min-w-32 flex-1">
          <Input value={code} maxLength={100} onChange={(event) => setCode(event.currentTarget.value)} />
        </Field>
        <Button
          variant="danger"
          disabled={code.trim() === ''}
          onClick={() => answer({ do: 'fail', activity: activity.key, code: code.trim(), again })}
        >
          {t('fail')}
        </Button>
        <Checkbox label={t('again')} checked={again} onCheckedChange={setAgain} className="w-full" />
      </div>
    </AnswerCard>
  );
}

function isBuiltIn(type: string): type is (typeof builtInActivityTypes)[number] {
  return builtInActivityTypes.some((one) => one === type);
}
