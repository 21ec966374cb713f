'use client';

import { useEffect, useRef, useState } from 'react';

/** Milliseconds for which a decision is held back in the browser, so that it can be taken back before anything has happened. */
export const heldFor = 5000;

/** Milliseconds after the beginning in which “undo” does nothing: the second half of a double click is no change of mind. */
const deaf = 500;

export type Held<T> = { readonly value: T; readonly until: number };

/**
 * Holds something back for a moment before it is sent. Nothing has left until then, so undoing it needs no undoing
 * anywhere else. Who goes elsewhere meanwhile has made up their mind: then it is sent at once.
 * @param send when the moment is over
 * @param leave when the page goes first
 */
export function useHeld<T>(
  send: (value: T) => void,
  leave: (value: T) => void,
): {
  held: Held<T> | null;
  hold: (value: T) => void;
  undo: () => void;
  sendNow: () => void;
} {
  const [held, setHeld] = useState<Held<T> | null>(null);
  const present = useRef<{ held: Held<T>; timer: ReturnType<typeof setTimeout> } | null>(null);
  const latest = useRef({ send, leave });
  useEffect(() => {
    latest.current = { send, leave };
  });

  function take(): Held<T> | null {
    const taken = present.current;
    if (!taken) return null;
    clearTimeout(taken.timer);
    present.current = null;
    return taken.held;
  }

  function sendNow() {
    const taken = take();
    setHeld(null);
    if (taken) latest.current.send(taken.value);
  }

  useEffect(() => {
    const go = () => {
      const taken = take();
      if (taken) latest.current.leave(taken.value);
    };
    window.addEventListener('pagehide', go);
    return () => {
      window.removeEventListener('pagehide', go);
      go();
    };
  }, []);

  return {
    held,
    hold: (value) => {
      if (present.current) return;
      const next = { value, until: Date.now() + heldFor };
      present.current = { held: next, timer: setTimeout(sendNow, heldFor) };
      setHeld(next);
    },
    undo: () => {
      if (present.current && present.current.held.until - heldFor + deaf > Date.now()) return;
      take();
      setHeld(null);
    },
    sendNow,
  };
}
