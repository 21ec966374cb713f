'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { QueryBuilder, type RuleGroupType } from 'react-querybuilder';
import { alone, noCondition, type Operator } from './condition';
import { type BuilderProps, BuilderProvider } from './builder-context';
import { controlElements } from './builder-controls';
import { operatorsOf, takesField } from './operators';
import { asText, combinators, fromQuery, shapeOfQuery, toQuery, withLines } from './query';
import { readCondition } from './read-condition';
import { writeCondition } from './write-condition';

const bare = { label: '', title: '' };
/** Names are ours, by aria-label; React Query Builder's own are English. */
const translations = {
  fields: bare,
  operators: bare,
  values: bare,
  value: bare,
  valueSourceSelector: bare,
  combinators: bare,
};

/**
 * A condition line by line. It holds what one builds as it stands, also what says the same in fewer groups, until the
 * text is changed by something else.
 */
export default function ConditionBuilder(props: BuilderProps) {
  const { text, onChange, fields, groups, readOnly } = props;
  const t = useTranslations('conditions');
  const [state, setState] = useState(() => ({ text, query: queryOf(text) }));
  if (state.text !== text) setState({ text, query: queryOf(text) });

  const options = useMemo(
    () => [
      ...groups.map(({ label, options: fieldsOfGroup }) => ({
        label,
        options: fieldsOfGroup.map((option) => ({ ...option, name: option.value })),
      })),
      { label: t('other'), options: [{ name: asText, value: asText, label: t('asText') }] },
    ],
    [groups, t],
  );

  function change(next: RuleGroupType) {
    const condition = fromQuery(next, state.query, fields, new Date().toISOString().slice(0, 10));
    const fitting = withLines(next, condition);
    const written = writeCondition(condition) ?? undefined;
    const before = writeCondition(fromQuery(state.query, state.query, fields, '')) ?? undefined;
    // React Query Builder reports its own identifiers too, and those change nothing.
    if (written === before) return setState({ ...state, query: fitting });
    setState({ text: written, query: fitting });
    onChange(written, shapeOfQuery(fitting) === shapeOfQuery(state.query));
  }

  return (
    <BuilderProvider value={props}>
      <QueryBuilder
        query={state.query}
        onQueryChange={change}
        fields={options}
        combinators={combinators.map((name) => ({ name, label: t(`combinators.${name}`) }))}
        getOperators={(path) => {
          const field = fields.find((one) => one.path === path);
          const own = path === asText ? (['cel'] as const) : operatorsOf(field?.holds ?? 'any');
          return own.map(operatorOption);
        }}
        getDefaultOperator={(path) =>
          path === asText ? 'cel' : operatorsOf(fields.find((one) => one.path === path)?.holds ?? 'any')[0]!
        }
        getDefaultValue={() => null}
        getDefaultField={fields[0]?.path ?? asText}
        getValueSources={(_, operator) => (takesField(operator as Operator) ? ['value', 'field'] : ['value'])}
        controlElements={controlElements}
        controlClassnames={classes}
        translations={translations}
        accessibleDescriptionGenerator={() => ''}
        suppressStandardClassnames
        addRuleToNewGroups
        resetOnFieldChange
        maxLevels={5}
        disabled={readOnly}
      />
    </BuilderProvider>
  );
}

function operatorOption(name: Operator) {
  return {
    name,
    value: name,
    label: name,
    arity: alone.has(name) ? ('unary' as const) : ('binary' as const),
  };
}

function queryOf(text: string | undefined): RuleGroupType {
  const read = text === undefined ? null : readCondition(text);
  return toQuery(read?.ok ? read.condition : noCondition);
}

const classes = {
  ruleGroup: 'flex min-w-0 flex-col gap-2 rounded-md border border-line bg-sunken p-2',
  header: 'flex flex-wrap items-center gap-1 empty:hidden',
  body: 'flex min-w-0 flex-col gap-2 empty:hidden',
  rule: 'grid min-w-0 grid-cols-[1fr_auto] gap-1.5',
};
