import { classNames } from './class-names';
import { CopyButton } from './copy-button';

/** Text in a fixed-width face, read-only, with a copy button. Keyboard users can scroll it. */
export function CodeBlock({ code, label, className }: { code: string; label: string; className?: string }) {
  return (
    <div className={classNames('relative rounded-md border border-line bg-sunken', className)}>
      <CopyButton value={code} className="absolute top-1.5 right-1.5" />
      <pre
        role="region"
        aria-label={label}
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-md p-3 pr-12 font-mono text-xs/5 text-ink"
      >
        {code}
      </pre>
    </div>
  );
}
