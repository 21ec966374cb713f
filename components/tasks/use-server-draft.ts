'use client';

import { useEffect, useRef } from 'react';
import type { Draft } from '@/components/forms/drafts';

/** Milliseconds of no typing before a draft is kept on the server. */
const pause = 1200;

/** Keeps what is typed on the server too, so that another device goes on with it. What cannot be sent is in the tab still. */
export function useServerDraft(taskId: string): {
  keep: (draft: Draft) => void;
  /** Keeps nothing that is on its way any more: the decision has been sent. */
  drop: () => void;
} {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<Draft | null>(null);
  useEffect(() => {
    const send = () => {
      clearTimeout(timer.current);
      if (waiting.current) void put(taskId, waiting.current);
      waiting.current = null;
    };
    window.addEventListener('pagehide', send);
    return () => {
      window.removeEventListener('pagehide', send);
      send();
    };
  }, [taskId]);
  return {
    keep: (draft) => {
      clearTimeout(timer.current);
      waiting.current = draft;
      timer.current = setTimeout(() => {
        waiting.current = null;
        void put(taskId, draft);
      }, pause);
    },
    drop: () => {
      clearTimeout(timer.current);
      waiting.current = null;
      void put(taskId, { form: {}, text: '' });
    },
  };
}

async function put(taskId: string, { form, text }: Draft): Promise<void> {
  await fetch(`/api/workflows/tasks/${taskId}/draft`, {
    method: 'PUT',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ form, reason: text }),
  }).catch(() => undefined);
}
