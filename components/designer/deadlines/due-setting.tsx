'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { keysOf, ListSetting } from '@/components/designer/inspector/list-setting';
import { Fields, ObjectSetting } from '@/components/designer/inspector/object-setting';
import type { SettingProps } from '@/components/designer/inspector/setting';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { type Rung, rungSchema } from '@/lib/engine/definition/step-schema';
import { DeadlinePreview } from './deadline-preview';
import { newRung } from './new-rung';

/** Until when something has to be done, what happens around that, and when that would be. */
export function DueSetting(props: SettingProps) {
  return (
    <ObjectSetting {...props}>
      <DeadlinePreview path={props.path} due={props.value} />
    </ObjectSetting>
  );
}

const actions = rungSchema.shape.action.options;

/** The rungs of a deadline's ladder. What an action has no use for is shown only where it is set. */
export function LadderSetting(props: SettingProps) {
  const t = useTranslations('ladder');
  const words = useTranslations('designer');
  const taken = keysOf(Array.isArray(props.value) ? (props.value as unknown[]) : []);
  return (
    <ListSetting
      {...props}
      element={rungSchema}
      add={(put) => (
        <Menu
          trigger={
            <Button size="sm" variant="quiet" className="self-start" icon={<Plus aria-hidden />}>
              {t('add')}
            </Button>
          }
        >
          {actions.map((action) => (
            <MenuItem key={action} onSelect={() => put(newRung(action, taken))}>
              {words(`choices.action.${action}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
      draw={(item, path) => {
        const rung = item as Rung;
        const given = rung.action === 'reassign' || rung.action === 'escalate';
        const hidden = [
          ...(given || rung.to !== undefined ? [] : ['to']),
          ...(rung.action !== 'transition' || rung.text !== undefined ? [] : ['text']),
        ];
        return (
          <>
            <Fields path={path} schema={rungSchema} value={item} only={['action', 'at']} />
            {rung.action === 'transition' ? (
              <p className="text-sm text-muted">{t('transitionHint', { key: rung.key })}</p>
            ) : null}
            <Fields path={path} schema={rungSchema} value={item} without={['action', 'at', ...hidden]} />
          </>
        );
      }}
    />
  );
}
