'use client';

import { useTranslations } from 'next-intl';
import { ListSetting } from '@/components/designer/inspector/list-setting';
import { Fields, ObjectSetting } from '@/components/designer/inspector/object-setting';
import type { SettingProps } from '@/components/designer/inspector/setting';
import { type Rung, rungSchema } from '@/lib/engine/definition/step-schema';
import { DeadlinePreview } from './deadline-preview';

/** Until when something has to be done, what happens around that, and when that would be. */
export function DueSetting(props: SettingProps) {
  return (
    <ObjectSetting {...props}>
      <DeadlinePreview path={props.path} due={props.value} />
    </ObjectSetting>
  );
}

/** The rungs of a deadline's ladder. What an action has no use for is shown only where it is set. */
export function LadderSetting(props: SettingProps) {
  const t = useTranslations('ladder');
  return (
    <ListSetting
      {...props}
      element={rungSchema}
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
