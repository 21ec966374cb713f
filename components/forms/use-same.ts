'use client';

import { useState } from 'react';
import { equalJson, type Json } from '@/lib/engine/json';

/** The value, as the very same object as long as it is equal: what a refresh brings again is nothing new. */
export function useSame<T extends Json | null | undefined>(value: T): T {
  const [kept, setKept] = useState(value);
  if (kept === value) return kept;
  if (equalJson(kept ?? null, value ?? null)) return kept;
  setKept(value);
  return value;
}
