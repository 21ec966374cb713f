'use client';

import { useEffect, useState } from 'react';

/** What the HTTP API answers at an address: null until it has, and where it does not. @param address null asks nothing */
export function useJson<T>(address: string | null): T | null {
  const [answer, setAnswer] = useState<{ address: string; value: T } | null>(null);
  useEffect(() => {
    if (address === null) return;
    const aborter = new AbortController();
    fetch(address, { headers: { accept: 'application/json' }, signal: aborter.signal })
      .then((response) => (response.ok ? (response.json() as Promise<T>) : null))
      .then(
        (value) => value !== null && setAnswer({ address, value }),
        () => undefined,
      );
    return () => aborter.abort();
  }, [address]);
  return answer?.address === address ? answer.value : null;
}
