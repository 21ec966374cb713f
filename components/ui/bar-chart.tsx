'use client';

import { type KeyboardEvent, useState } from 'react';
import { classNames } from './class-names';

export type BarSeries = {
  readonly name: string;
  /** Text colour of its bars, as a class: `text-accent`. */
  readonly tone: string;
  readonly values: readonly number[];
};

export type BarChartProps = {
  /** What the chart is of; names the table that screen readers read. */
  label: string;
  /** One for each column, as it is read out: `Mon 3 Mar`. */
  columns: readonly string[];
  series: readonly BarSeries[];
  /** A number in the person's language. */
  format: (value: number) => string;
  /** What the readout calls the sums, which it shows while no column is looked at. */
  summary: string;
};

const height = 96;

/**
 * Columns of bars over time with an axis, gridlines and a readout of the column under the pointer; arrow keys go through the columns.
 * Screen readers get the numbers as a table. (Not of a chart library: this is the one kind of chart there is, the server draws it, and
 * Recharts would bring more code to the page than the rest of it.)
 */
export function BarChart({ label, columns, series, format, summary }: BarChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const top = niceTop(Math.max(1, ...series.flatMap(({ values }) => values)));
  const last = columns.length - 1;
  const step = (event: KeyboardEvent) => {
    const to = { ArrowLeft: (at ?? columns.length) - 1, ArrowRight: (at ?? -1) + 1, Home: 0, End: last }[
      event.key
    ];
    if (event.key === 'Escape') setAt(null);
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, to)));
  };
  return (
    <figure>
      <p aria-live="polite" className="flex min-h-5 flex-wrap gap-x-4 text-sm text-muted tabular-nums">
        <span className={at === null ? '' : 'font-medium text-ink'}>
          {at === null ? summary : columns[at]}
        </span>
        {series.map(({ name, tone, values }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={classNames('size-2.5 rounded-xs bg-current', tone)} />
            {name}
            <strong className="font-semibold text-ink">
              {format(at === null ? values.reduce((sum, value) => sum + value, 0) : (values[at] ?? 0))}
            </strong>
          </span>
        ))}
      </p>
      <div
        tabIndex={0}
        role="group"
        aria-label={label}
        onKeyDown={step}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        className="mt-2 flex gap-2 rounded-sm"
      >
        <div
          aria-hidden
          className="flex flex-col justify-between text-right text-xs text-muted tabular-nums"
          style={{ height }}
        >
          <span className="-translate-y-1/2">{format(top)}</span>
          <span className="-translate-y-1/4">{format(top / 2)}</span>
          <span>{format(0)}</span>
        </div>
        <div aria-hidden className="min-w-0 flex-1">
          <div
            className="flex border-b border-line bg-[linear-gradient(var(--color-line)_1px,transparent_1px)] bg-[length:100%_50%]"
            style={{ height }}
          >
            {columns.map((column, index) => (
              <div
                key={column}
                onPointerEnter={() => setAt(index)}
                className={classNames(
                  'flex min-w-0 flex-1 items-end gap-px px-px sm:px-0.5',
                  index === at && 'bg-sunken',
                )}
              >
                {series.map(({ name, tone, values }) => (
                  <div
                    key={name}
                    className={classNames('min-w-0 flex-1 rounded-t-xs bg-current', tone)}
                    style={{ height: barHeight(values[index] ?? 0, top) }}
                  />
                ))}
              </div>
            ))}
          </div>
          <div className="mt-1 flex justify-between text-xs text-muted">
            <span>{columns[0]}</span>
            <span className="max-sm:hidden">{columns[last >> 1]}</span>
            <span>{columns[last]}</span>
          </div>
        </div>
      </div>
      <table className="sr-only">
        <caption>{label}</caption>
        <tbody>
          {columns.map((column, index) => (
            <tr key={column}>
              <th scope="row">{column}</th>
              {series.map(({ name, values }) => (
                <td key={name}>
                  {name} {format(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Nothing is seen of nothing; of one in a thousand, a line. */
function barHeight(value: number, top: number): number {
  return value === 0 ? 0 : Math.max(2, (value / top) * height);
}

/** The even number with which the axis ends: 2, 4, 10, 20, 40, 100, … */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [2, 4, 10].find((one) => most <= one * power) ?? 20;
  return step * power;
}
