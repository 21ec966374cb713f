import { classNames } from '@/components/ui/class-names';

/** The product's sign: two rings that hold each other. */
export function Sign({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden className={classNames('size-6 shrink-0', className)}>
      <path
        d="M9.97 17.3a5.5 5.5 0 1 1 3.45-2.85"
        stroke="currentColor"
        strokeWidth="2.3"
        className="text-accent"
      />
      <path
        d="M14.03 6.7a5.5 5.5 0 1 1-3.45 2.85"
        stroke="currentColor"
        strokeWidth="2.3"
        className="text-ink"
      />
    </svg>
  );
}
