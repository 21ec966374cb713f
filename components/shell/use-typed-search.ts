'use client';

import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds of no typing before the list is asked anew. */
const pause = 300;

/**
 * Asks for what somebody types in a search field once they pause, or at once where they press Enter. A link that is
 * followed before goes first: what was typed waits until its page stands, and is forgotten where the field is no
 * longer on it. Asking in between would take the place of the page that somebody is on the way to.
 * @param search puts the words into the address; the one of the latest drawing is called
 * @param place the page that the field is on, in any form that changes with it
 * @returns `later` takes the words after each key; `now` asks at once; `forget` is for whoever asks in another way
 */
export function useTypedSearch(search: (words: string) => void, place: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<string | null>(null);
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });

  const forget = useCallback(() => {
    clearTimeout(timer.current);
    waiting.current = null;
  }, []);
  const now = useCallback(
    (words: string) => {
      forget();
      latest.current(words);
    },
    [forget],
  );
  const later = useCallback(
    (words: string) => {
      clearTimeout(timer.current);
      waiting.current = words;
      timer.current = setTimeout(() => now(words), pause);
    },
    [now],
  );

  useEffect(() => {
    if (waiting.current !== null) later(waiting.current);
  }, [place, later]);
  useEffect(() => {
    document.addEventListener('click', followed, true);
    return () => {
      document.removeEventListener('click', followed, true);
      clearTimeout(timer.current);
    };
    function followed(event: MouseEvent) {
      const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (!elsewhere && event.target instanceof Element && event.target.closest('a[href]'))
        clearTimeout(timer.current);
    }
  }, []);
  return { later, now, forget };
}
