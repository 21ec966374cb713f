import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: { theme: { shadow: ['control', 'raised', 'overlay'], animate: ['pulse-ring', 'shimmer'] } },
});

/** Joins class names; of two that set the same property the later wins, so a caller's class beats the primitive's. */
export function classNames(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
