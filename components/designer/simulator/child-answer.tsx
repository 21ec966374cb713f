'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Child } from '@/lib/engine/child';
import { isJsonObject } from '@/lib/engine/context-path';
import { AnswerCard } from './answer-card';
import { JsonField, jsonOf } from './json-field';
import { useSession } from './session';

/** Ends a child: how another process ended is chosen here, not played. */
export function ChildAnswer({ child }: { child: Child }) {
  const t = useTranslations('simulator.child');
  const { answer } = useSession();
  const [outcome, setOutcome] = useState('approved');
  const [text, setText] = useState('{}');
  const context = jsonOf(text);
  const { step, position } = child;
  const title = t('title', { definition: child.definition, subject: child.subject });
  return (
    <AnswerCard label={title} title={title}>
      <Field label={t('outcome')}>
        <Input value={outcome} maxLength={64} onChange={(event) => setOutcome(event.currentTarget.value)} />
      </Field>
      <JsonField label={t('context')} text={text} onText={setText} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          disabled={!isJsonObject(context) || outcome.trim() === ''}
          onClick={() =>
            isJsonObject(context) &&
            answer({ do: 'child', step, position, status: 'completed', outcome: outcome.trim(), context })
          }
        >
          {t('complete')}
        </Button>
        <Button
          size="sm"
          variant="danger"
          onClick={() => answer({ do: 'child', step, position, status: 'failed', code: 'child_failed' })}
        >
          {t('fail')}
        </Button>
      </div>
    </AnswerCard>
  );
}
