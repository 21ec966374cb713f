'use client';

import { ClipboardList, Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { JsonForm, type JsonFormHandle } from '@/components/forms/json-form';
import { useDesigner, useDocument } from '@/components/designer/store';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { exampleInput } from '@/lib/engine/simulation/example';
import type { JsonObject } from '@/lib/engine/json';
import type { DryRunState } from './dry-run-state';
import { type Sitting, worldNow } from './session';

/** What a simulated instance begins with. */
export function StartPanel({ start, dry }: { start: Sitting['start']; dry: DryRunState }) {
  const t = useTranslations('simulator.start');
  const { definition } = useDocument();
  const known = useDesigner((state) => state.known);
  const isSaved = useDesigner(({ save, code }) => save.kind === 'saved' && code === null);
  const readOnly = useDesigner((state) => state.readOnly);
  const tDry = useTranslations('dryRun');
  const form = useRef<JsonFormHandle>(null);
  const [subject, setSubject] = useState('1');
  const [requester, setRequester] = useState(known.people[0]?.email ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [filled, setFilled] = useState<{ input: JsonObject; times: number }>({ input: {}, times: 0 });

  function begin(event: FormEvent) {
    event.preventDefault();
    const input = definition.input ? (form.current?.check() ?? null) : {};
    if (input === null) return;
    const person = known.people.find(({ email }) => email === requester) ?? null;
    setProblem(start(definition, worldNow(definition, known, { subject, input, requester: person })));
  }

  function thinkThrough() {
    const input = definition.input ? (form.current?.check() ?? null) : {};
    if (input === null) return;
    const { outcomes = {}, failing = [] } = dry.order;
    void dry.ask({ input, subject: { id: subject }, requester: requester || null, outcomes, failing });
  }

  return (
    <Panel title={t('title')} description={t('text')}>
      <form onSubmit={begin} noValidate className="flex flex-col gap-4">
        <Field label={t('requester')}>
          <Select
            value={requester}
            onValueChange={(value) => setRequester(value ?? '')}
            options={[
              { value: '', label: t('nobody') },
              ...known.people.map(({ email, name, roles }) => ({
                value: email,
                label: name,
                hint: roles.map((role) => known.roleNames[role] ?? role).join(', '),
              })),
            ]}
          />
        </Field>
        <Field label={t('subject')} hint={definition.subject.type}>
          <Input
            value={subject}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setSubject(event.currentTarget.value || '1')}
          />
        </Field>
        {definition.input ? (
          <JsonForm
            key={filled.times}
            ref={form}
            schema={definition.input}
            ui={definition.inputUi ?? null}
            initial={filled.input}
          />
        ) : null}
        {problem ? <Banner tone="danger" live title={problem} /> : null}
        {dry.problem !== null && !dry.run ? (
          <Banner tone="danger" live title={tDry('failed')}>
            {dry.problem === 'unreachable' ? tDry('unreachable') : dry.problem}
          </Banner>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" icon={<Play aria-hidden />}>
            {t('start')}
          </Button>
          {readOnly ? null : (
            <Button
              icon={<ClipboardList aria-hidden />}
              busy={dry.busy}
              title={tDry('openHint')}
              disabledReason={isSaved ? undefined : tDry('openUnsaved')}
              onClick={thinkThrough}
            >
              {tDry('open')}
            </Button>
          )}
          {definition.input ? (
            <Button
              onClick={() =>
                setFilled(({ times }) => ({ input: exampleInput(definition.input!), times: times + 1 }))
              }
            >
              {t('fill')}
            </Button>
          ) : null}
        </div>
      </form>
    </Panel>
  );
}
