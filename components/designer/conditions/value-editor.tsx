'use client';

import { Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { ValueEditorProps } from 'react-querybuilder';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { SearchSelect } from '@/components/ui/search-select';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { alone, type Literal, type Operator } from './condition';
import { useBuilder } from './builder-context';
import type { Field, FieldHolds } from './fields';
import { comparable, takesSeveral } from './operators';
import { asText } from './query';
import { readCondition } from './read-condition';

/** What a line compares with: another field, values of the field's kind, or the line's own text. */
export function ValueEditor({ field: path, operator, value, valueSource, handleOnChange }: ValueEditorProps) {
  const t = useTranslations('conditions');
  const { fields, readOnly } = useBuilder();
  const field = fields.find((one) => one.path === path);
  // The line's own question may be none that its field is usually asked, and React Query Builder then takes it to need a value.
  if (alone.has(operator as Operator)) return null;
  if (path === asText) return <LineText value={String(value)} onChange={handleOnChange} />;
  if (valueSource === 'field')
    return (
      <OtherField field={field} operator={operator as Operator} value={value} onChange={handleOnChange} />
    );
  const kind = kindOf(operator as Operator, field);
  if (!takesSeveral(operator as Operator))
    return (
      <div className="col-span-3 min-w-0">
        <OneValue
          kind={kind}
          field={field}
          value={value as Literal}
          onChange={handleOnChange}
          label={t('value')}
        />
      </div>
    );
  const values = Array.isArray(value) ? (value as readonly Literal[]) : [];
  const replaced = (at: number, next: Literal) => values.map((one, index) => (index === at ? next : one));
  return (
    <ul className="col-span-3 flex min-w-0 flex-col gap-1">
      {values.map((one, index) => (
        <li key={index} className="flex items-center gap-1">
          <OneValue
            kind={kind}
            field={field}
            value={one}
            label={t('valueNumber', { number: index + 1 })}
            onChange={(next) => handleOnChange(replaced(index, next))}
          />
          {readOnly || values.length === 1 ? null : (
            <IconButton
              size="sm"
              label={t('removeValue', { value: String(one) })}
              icon={<X aria-hidden />}
              onClick={() => handleOnChange(values.filter((_, at) => at !== index))}
            />
          )}
        </li>
      ))}
      {readOnly ? null : (
        <li>
          <Button
            size="sm"
            variant="quiet"
            icon={<Plus aria-hidden />}
            onClick={() => handleOnChange([...values, nextValue(kind, field, values)])}
          >
            {t('addValue')}
          </Button>
        </li>
      )}
    </ul>
  );
}

function OtherField({
  field,
  operator,
  value,
  onChange,
}: {
  field: Field | undefined;
  operator: Operator;
  value: unknown;
  onChange: (path: string) => void;
}) {
  const t = useTranslations('conditions');
  const { fields, groups, readOnly } = useBuilder();
  const possible = new Set((field ? comparable(field, operator, fields) : fields).map(({ path }) => path));
  const path = String(value);
  const fitting = groups
    .map(({ label, options }) => ({ label, options: options.filter((one) => possible.has(one.value)) }))
    .filter(({ options }) => options.length > 0);
  const named = groups.flatMap(({ options }) => options).find((one) => one.value === path);
  return (
    <SearchSelect
      aria-label={t('otherField')}
      searchLabel={t('searchFields')}
      nothing={t('noField')}
      className="col-span-3"
      groups={
        possible.has(path)
          ? fitting
          : [...fitting, { label: t('undeclared'), options: [named ?? { value: path, label: path }] }]
      }
      value={path}
      readOnly={readOnly}
      onValueChange={onChange}
    />
  );
}

type OneProps = {
  kind: FieldHolds;
  field: Field | undefined;
  value: Literal;
  label: string;
  onChange: (value: Literal) => void;
};

function OneValue({ kind, field, value, label, onChange }: OneProps) {
  const { readOnly } = useBuilder();
  if (kind === 'number') return <NumberValue value={value} label={label} onChange={onChange} />;
  if (kind === 'choice') {
    const choices = field?.choices ?? [];
    const all = choices.some((choice) => choice.value === value)
      ? choices
      : [...choices, { value, label: String(value) }];
    return (
      <Select
        aria-label={label}
        value={JSON.stringify(value)}
        readOnly={readOnly}
        options={all.map((choice) => ({ value: JSON.stringify(choice.value), label: choice.label }))}
        onValueChange={(next) => next !== null && onChange(JSON.parse(next) as Literal)}
      />
    );
  }
  if (kind === 'any') return <AnyValue value={value} label={label} onChange={onChange} />;
  return (
    <Input
      aria-label={label}
      type={kind === 'date' && isDate(value) ? 'date' : 'text'}
      value={String(value)}
      readOnly={readOnly}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A number. What is typed and is none stays in the field until it is one. */
function NumberValue({ value, label, onChange }: Pick<OneProps, 'value' | 'label' | 'onChange'>) {
  const t = useTranslations('conditions');
  const { readOnly } = useBuilder();
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed !== null && !isNumber(typed);
  return (
    <span className="block min-w-0 flex-1">
      <Input
        aria-label={label}
        aria-invalid={wrong}
        inputMode="decimal"
        value={typed ?? String(value)}
        readOnly={readOnly}
        autoComplete="off"
        onChange={(event) => {
          const next = event.currentTarget.value;
          setTyped(next);
          if (isNumber(next)) onChange(Number(next));
        }}
        onBlur={() => setTyped(null)}
      />
      {wrong ? <span className="mt-1 block text-sm text-danger-ink">{t('noNumber')}</span> : null}
    </span>
  );
}

/** A value of a field of which nothing is known: whether it is a text or a number has to be said. */
function AnyValue({ value, label, onChange }: Pick<OneProps, 'value' | 'label' | 'onChange'>) {
  const t = useTranslations('conditions');
  const { readOnly } = useBuilder();
  const number = typeof value === 'number';
  return (
    <span className="flex min-w-0 flex-1 gap-1">
      <Select
        aria-label={t('kind')}
        className="w-28! shrink-0"
        value={number ? 'number' : 'text'}
        readOnly={readOnly}
        options={(['text', 'number'] as const).map((name) => ({ value: name, label: t(`kinds.${name}`) }))}
        onValueChange={(next) => {
          if (next === null || (next === 'number') === number) return;
          onChange(next === 'text' ? String(value) : isNumber(String(value)) ? Number(value) : 0);
        }}
      />
      {number ? (
        <NumberValue value={value} label={label} onChange={onChange} />
      ) : (
        <Input
          aria-label={label}
          value={String(value)}
          readOnly={readOnly}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </span>
  );
}

/** A line of text. One that cannot stand among others stays in the field, with what is wrong, and changes nothing. */
function LineText({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useTranslations('conditions');
  const { readOnly } = useBuilder();
  const [typed, setTyped] = useState<string | null>(null);
  const read = readCondition(typed ?? value);
  return (
    <div className="col-span-3 min-w-0">
      <Textarea
        aria-label={t('lineText')}
        rows={2}
        spellCheck={false}
        className="min-h-9 font-mono text-sm"
        value={typed ?? value}
        readOnly={readOnly}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setTyped(next);
          if (readCondition(next).ok) onChange(next);
        }}
      />
      {read.ok ? null : <p className="mt-1 text-sm text-danger-ink">{t(`notALine.${read.why}`)}</p>}
    </div>
  );
}

function kindOf(operator: Operator, field: Field | undefined): FieldHolds {
  if (operator.startsWith('size')) return 'number';
  if (['contains', 'lacks', 'starts', 'ends', 'matches'].includes(operator)) return 'text';
  const holds = field?.holds ?? 'any';
  return holds === 'list' || holds === 'object' || holds === 'bool' ? 'any' : holds;
}

function nextValue(kind: FieldHolds, field: Field | undefined, taken: readonly Literal[]): Literal {
  if (kind === 'choice')
    return (field?.choices?.find(({ value }) => !taken.includes(value)) ?? field?.choices?.[0])?.value ?? '';
  return kind === 'number' || typeof taken[0] === 'number' ? 0 : '';
}

function isDate(value: Literal): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(String(value));
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}
