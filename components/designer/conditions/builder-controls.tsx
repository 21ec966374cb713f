'use client';

import { ListPlus, Plus, Trash2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import {
  type ActionProps,
  type CombinatorSelectorProps,
  type FieldSelectorProps,
  type OperatorSelectorProps,
  Rule,
  type RuleProps,
  type ValueSourceSelectorProps,
} from 'react-querybuilder';
import { checkExpression } from '@/lib/engine/conditions/type-check';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { SearchSelect } from '@/components/ui/search-select';
import { Select } from '@/components/ui/select';
import type { Line, Operator } from './condition';
import { useBuilder } from './builder-context';
import { operatorsOf } from './operators';
import { asText, combinators } from './query';
import { useOperatorWords } from './use-words';
import { ValueEditor } from './value-editor';
import { writeCondition } from './write-condition';

function FieldSelector({ value, handleOnChange }: FieldSelectorProps) {
  const t = useTranslations('conditions');
  const { groups, readOnly } = useBuilder();
  const known = value === asText || groups.some(({ options }) => options.some((one) => one.value === value));
  const all = [
    ...groups,
    { label: t('other'), options: [{ value: asText, label: t('asText'), hint: t('asTextHint') }] },
    ...(known || !value ? [] : [{ label: t('undeclared'), options: [{ value, label: value }] }]),
  ];
  return (
    <SearchSelect
      aria-label={t('field')}
      searchLabel={t('searchFields')}
      nothing={t('noField')}
      groups={all}
      value={value ?? null}
      readOnly={readOnly}
      onValueChange={handleOnChange}
    />
  );
}

function OperatorSelector({ value, field, handleOnChange }: OperatorSelectorProps) {
  const t = useTranslations('conditions');
  const { fields, readOnly } = useBuilder();
  const holds = fields.find(({ path }) => path === field)?.holds ?? 'any';
  const words = useOperatorWords(holds);
  if (field === asText) return null;
  return (
    <Select
      aria-label={t('operator')}
      className="col-span-2"
      value={value ?? null}
      readOnly={readOnly}
      options={operatorsOf(holds, value as Operator).map((name) => ({ value: name, label: words(name) }))}
      onValueChange={(next) => next !== null && next !== value && handleOnChange(next)}
    />
  );
}

function SourceSelector({ value, handleOnChange }: ValueSourceSelectorProps) {
  const t = useTranslations('conditions');
  const { readOnly } = useBuilder();
  return (
    <Select
      aria-label={t('source')}
      className="col-span-2"
      value={value ?? 'value'}
      readOnly={readOnly}
      options={(['value', 'field'] as const).map((name) => ({ value: name, label: t(`sources.${name}`) }))}
      onValueChange={(next) => next !== null && next !== value && handleOnChange(next)}
    />
  );
}

/** How the lines of a group are put together; of a single line there is nothing to say unless it is negated. */
function CombinatorSelector({ value, rules, level, handleOnChange }: CombinatorSelectorProps) {
  const t = useTranslations('conditions');
  const { readOnly } = useBuilder();
  if (rules.length < 2 && level === 0 && (value === 'and' || value === 'or')) return null;
  return (
    <Select
      aria-label={t('combinator')}
      size="sm"
      className="mr-auto"
      value={value ?? 'and'}
      readOnly={readOnly}
      options={combinators.map((name) => ({ value: name, label: t(`combinators.${name}`) }))}
      onValueChange={(next) => next !== null && next !== value && handleOnChange(next)}
    />
  );
}

function AddLine({ handleOnClick }: ActionProps) {
  const t = useTranslations('conditions');
  if (useBuilder().readOnly) return null;
  return (
    <Button size="sm" variant="quiet" icon={<Plus aria-hidden />} onClick={(event) => handleOnClick(event)}>
      {t('addLine')}
    </Button>
  );
}

function AddGroup({ handleOnClick, rules = [] }: ActionProps) {
  const t = useTranslations('conditions');
  if (useBuilder().readOnly || rules.length === 0) return null;
  return (
    <IconButton
      size="sm"
      label={t('addGroup')}
      icon={<ListPlus aria-hidden />}
      onClick={(event) => handleOnClick(event)}
    />
  );
}

function RemoveLine({ handleOnClick }: ActionProps) {
  const t = useTranslations('conditions');
  if (useBuilder().readOnly) return null;
  return (
    <IconButton
      size="sm"
      className="col-start-2 row-start-1 self-center"
      label={t('removeLine')}
      icon={<X aria-hidden />}
      onClick={(event) => handleOnClick(event)}
    />
  );
}

function RemoveGroup({ handleOnClick }: ActionProps) {
  const t = useTranslations('conditions');
  if (useBuilder().readOnly) return null;
  return (
    <IconButton
      size="sm"
      label={t('removeGroup')}
      icon={<Trash2 aria-hidden />}
      onClick={(event) => handleOnClick(event)}
    />
  );
}

/** A line, and under it what is wrong with it. */
function LineOfBuilder(props: RuleProps) {
  const { declared } = useBuilder();
  const { field, operator, value, valueSource = 'value' } = props.rule;
  const line: Line = {
    field: field === asText ? '' : field,
    operator: operator as Operator,
    value: value as Line['value'],
    valueSource: valueSource === 'field' ? 'field' : 'value',
  };
  const text = writeCondition({ combinator: 'and', not: false, rules: [line] });
  const [problem] = text === null ? [] : checkExpression(text, declared, 'bool');
  return (
    <div className="min-w-0 rounded-md border border-line bg-surface p-1.5">
      <Rule {...props} />
      {problem ? (
        <p className="mt-1 text-sm text-danger-ink">{sentence(problem.problem, problem.mend)}</p>
      ) : null}
    </div>
  );
}

function sentence(problem: string, mend: string): string {
  const text = `${problem}; ${mend}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** React Query Builder drawn with the product's own controls. */
export const controlElements = {
  fieldSelector: FieldSelector,
  operatorSelector: OperatorSelector,
  valueSourceSelector: SourceSelector,
  valueEditor: ValueEditor,
  combinatorSelector: CombinatorSelector,
  addRuleAction: AddLine,
  addGroupAction: AddGroup,
  removeRuleAction: RemoveLine,
  removeGroupAction: RemoveGroup,
  rule: LineOfBuilder,
};
