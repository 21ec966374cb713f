'use client';

import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { KeyHint } from '@/components/ui/key-hint';
import { useShortcuts } from './shortcuts';
import { useCommandKey } from './use-command-key';

/** All keys that work now, and a switch for those that are single letters. */
export function KeyboardHelp({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations('shell.keys');
  const { shortcuts, enabled, setEnabled } = useShortcuts();
  const commandKey = useCommandKey();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('title')}
      description={t('description')}
      size="sm"
    >
      <Checkbox label={t('enabled')} checked={enabled} onCheckedChange={setEnabled} className="mb-4" />
      {(['here', 'everywhere'] as const).map((scope) => {
        const entries = shortcuts.filter((shortcut) => shortcut.scope === scope);
        if (scope === 'here' && entries.length === 0) return null;
        return (
          <section key={scope} className="mb-4 last:mb-0">
            <h3 className="mb-1 text-sm font-semibold">{t(scope)}</h3>
            <dl>
              {scope === 'everywhere' ? <Line label={t('openPalette')} keys={[commandKey, 'K']} /> : null}
              {entries.map((shortcut) => (
                <Line key={shortcut.keys.join(' ')} label={shortcut.label} keys={shortcut.keys} />
              ))}
            </dl>
          </section>
        );
      })}
    </Dialog>
  );
}

function Line({ label, keys }: { label: string; keys: readonly string[] }) {
  return (
    <div className="flex h-9 items-center justify-between gap-4 border-b border-line text-sm last:border-b-0">
      <dt className="text-muted">{label}</dt>
      <dd>
        <KeyHint keys={keys} />
      </dd>
    </div>
  );
}
