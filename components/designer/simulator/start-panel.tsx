'use client';

import { Play } from 'lucide-react';
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
import { type Sitting, worldNow } from './session';

/** What a simulated instance begins with. */
export function StartPanel({ start }: { start: Sitting['start'] }) {
  const t = useTranslations('simulator.start');
  const { definition } = useDocument();
  const known = useDesigner((state) => state.known);
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
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" icon={<Play aria-hidden />}>
            {t('start')}
          </Button>
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
