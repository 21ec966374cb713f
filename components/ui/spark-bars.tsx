import { classNames } from './class-names';

/** A row of small bars for how a number went; the words for it stand in `label`. */
export function SparkBars({
  values,
  label,
  className,
}: {
  values: readonly number[];
  label: string;
  className?: string;
}) {
  const most = Math.max(1, ...values);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, values.length)} 20`}
      preserveAspectRatio="none"
      className={classNames('h-6 w-full fill-current', className)}
    >
      {values.map((value, index) => {
        // A line for nothing: else a bar alone is a stray mark, and nobody sees when it was.
        const height = value === 0 ? 1 : Math.max(1.5, (value / most) * 20);
        return (
          <rect
            key={index}
            x={index + 0.1}
            width={0.8}
            y={20 - height}
            height={height}
            opacity={value === 0 ? 0.3 : 1}
          />
        );
      })}
    </svg>
  );
}
