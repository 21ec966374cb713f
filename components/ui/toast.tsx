'use client';

import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { buttonClass } from './button-styles';
import { StatusGlyph, type StatusShape } from './status-glyph';
import { glyphTone, type Tone } from './tone';

const manager = Toast.createToastManager();

export type Notice = {
  title: string;
  description?: string;
  tone?: Exclude<Tone, 'accent'>;
  /** One thing to do about it, such as undo. */
  action?: { label: string; onClick: () => void };
};

/** Milliseconds a notice stays; trouble stays until it is dismissed. */
const stays = 6000;

/** Shows a notice in the corner. Errors are announced at once, everything else politely. */
export function notify({ title, description, tone = 'neutral', action }: Notice): void {
  const id = manager.add({
    title,
    description,
    type: tone,
    priority: tone === 'danger' ? 'high' : 'low',
    timeout: tone === 'danger' ? 0 : stays,
    actionProps: action && {
      children: action.label,
      onClick: () => {
        action.onClick();
        manager.close(id);
      },
    },
  });
}

const shapes: Readonly<Record<string, { shape: StatusShape; tone: Tone }>> = {
  positive: { shape: 'done', tone: 'positive' },
  caution: { shape: 'attention', tone: 'caution' },
  danger: { shape: 'failed', tone: 'danger' },
};

/** Where notices appear; stands once in the root layout. F6 moves the focus to it. */
export function ToastRegion() {
  const t = useTranslations('ui');
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t('notices')}
          className="fixed inset-x-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-70 mx-auto flex max-w-96 flex-col gap-2 sm:right-5 sm:bottom-5 sm:left-auto sm:mx-0 sm:w-96"
        >
          <Notices />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Notices() {
  const t = useTranslations('ui');
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => {
    const mark = shapes[toast.type ?? ''];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['right', 'down']}
        className="rounded-lg bg-raised shadow-overlay transition-[translate,opacity] duration-250 ease-quiet [translate:var(--toast-swipe-movement-x)_var(--toast-swipe-movement-y)] data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-4 data-starting-style:opacity-0"
      >
        <Toast.Content className="flex items-start gap-2.5 py-3 pr-2 pl-3.5">
          {mark ? <StatusGlyph shape={mark.shape} className={`mt-1 ${glyphTone[mark.tone]}`} /> : null}
          <div className="min-w-0 flex-1 py-0.5">
            <Toast.Title className="text-sm font-semibold text-ink" />
            <Toast.Description className="text-sm text-muted" />
          </div>
          {toast.actionProps ? (
            <Toast.Action className={buttonClass({ variant: 'secondary', size: 'sm' })} />
          ) : null}
          <Toast.Close
            aria-label={t('dismiss')}
            className={buttonClass({ variant: 'quiet', size: 'sm', square: true })}
          >
            <X aria-hidden />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
