'use client';

import { Users } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Deciders } from '@/components/authority/deciders';
import { JsonField, jsonOf } from '@/components/designer/simulator/json-field';
import { useDesigner, useDocument } from '@/components/designer/store';
import { wordsOfKey } from '@/components/instances/words';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { SearchSelect } from '@/components/ui/search-select';
import { Select } from '@/components/ui/select';
import { whoWouldDecideAction } from '@/lib/design/actions';
import type { WhoWould } from '@/lib/design/schema';
import { exampleOf } from '@/lib/engine/simulation/example';
import type { JsonObject } from '@/lib/engine/json';

/** Who would get the task of a step now, for a request with sample data: asked of the server, by the rules of deciding. */
export function WhoWouldItBe({ stepIndex }: { stepIndex: number }) {
  const t = useTranslations('whoWould');
  const { definition, scenarios } = useDocument();
  const known = useDesigner((state) => state.known);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('{}');
  const [requester, setRequester] = useState('');
  const [asking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<WhoWould | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const step = definition.steps[stepIndex];
  if (step?.type !== 'USER_TASK') return null;
  const key = step.key;

  function begin(next: boolean) {
    setOpen(next);
    if (!next) return;
    const sample = definition.input ? exampleOf(definition.input) : {};
    setText(JSON.stringify(sample, null, 2));
    setAnswer(null);
    setProblem(null);
  }

  async function ask() {
    const data = jsonOf(text);
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return setProblem(t('noObject'));
    setAsking(true);
    setProblem(null);
    const result = await whoWouldDecideAction({
      definition,
      step: key,
      data: data as JsonObject,
      ...(requester !== '' && { requester }),
    }).catch(() => null);
    setAsking(false);
    setAnswer(result?.ok ? result.value : null);
    if (!result?.ok) setProblem(result ? result.refusal.message : t('unreachable'));
  }

  return (
    <Dialog
      open={open}
      onOpenChange={begin}
      trigger={
        <Button size="sm" className="self-start" icon={<Users aria-hidden />}>
          {t('open')}
        </Button>
      }
      title={t('title', { step: step.name ?? wordsOfKey(key) })}
      description={t('text')}
    >
      <div className="flex flex-col gap-4">
        {scenarios.length > 0 ? (
          <Select
            aria-label={t('scenario')}
            placeholder={t('scenario')}
            value={null}
            options={scenarios.map((scenario) => ({ value: scenario.key, label: scenario.name }))}
            onValueChange={(chosen) => {
              const scenario = scenarios.find((one) => one.key === chosen);
              if (!scenario) return;
              setText(JSON.stringify(scenario.input, null, 2));
              setRequester(
                known.people.find(({ email }) => email === scenario.requester?.email)?.email ?? '',
              );
            }}
          />
        ) : null}
        <JsonField label={t('data')} text={text} onText={setText} />
        <Field label={t('requester')}>
          <SearchSelect
            aria-label={t('requester')}
            searchLabel={t('searchPeople')}
            nothing={t('noPerson')}
            value={requester}
            groups={[
              {
                label: t('people'),
                options: [
                  { value: '', label: t('nobodysRequest') },
                  ...known.people.map(({ email, name }) => ({ value: email, label: name, hint: email })),
                ],
              },
            ]}
            onValueChange={setRequester}
          />
        </Field>
        <Button variant="primary" className="self-start" busy={asking} onClick={() => void ask()}>
          {t('ask')}
        </Button>
        {problem ? <Banner tone="danger" live title={problem} /> : null}
        {answer ? <Answer answer={answer} /> : null}
      </div>
    </Dialog>
  );
}

function Answer({ answer }: { answer: WhoWould }) {
  const t = useTranslations('whoWould');
  const tWho = useTranslations('authority.who');
  const roleNames = useDesigner((state) => state.known.roleNames);
  const can = answer.people.filter(({ mayDecide }) => mayDecide.ok);
  const cannot = answer.people.filter(({ mayDecide }) => !mayDecide.ok);
  const few = can.length < answer.required;
  return (
    <div className="flex flex-col gap-4" role="status">
      {few ? (
        <Banner
          tone="caution"
          title={
            can.length === 0 ? t('nobody') : t('tooFew', { count: can.length, required: answer.required })
          }
        >
          {can.length === 0 ? t('nobodyText') : t('tooFewText')}
        </Banner>
      ) : null}
      {answer.assignee ? <p className="text-base">{t('assigned', { name: answer.assignee.name })}</p> : null}
      {answer.emptyRoles.map((role) => (
        <p key={role} className="text-sm text-caution-ink">
          {t('emptyRole', { role: roleNames[role] ?? wordsOfKey(role) })}
        </p>
      ))}
      {answer.strangers.map((email) => (
        <p key={email} className="text-sm text-caution-ink">
          {t('stranger', { email })}
        </p>
      ))}
      <Deciders label={tWho('can')} people={can} />
      <Deciders label={tWho('cannot')} people={cannot} />
    </div>
  );
}
