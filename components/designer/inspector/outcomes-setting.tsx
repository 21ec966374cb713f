'use client';

import { stepOf } from '@/components/designer/document/document';
import { followsName, freeKey, keyOfName } from '@/components/designer/document/keys';
import { renameOutcome } from '@/components/designer/document/transitions';
import { act, useDesignerStore, useDocument } from '@/components/designer/store';
import { setSetting } from '@/components/designer/document/settings';
import { Input } from '@/components/ui/input';
import { outcomeSchema } from '@/lib/engine/definition/step-schema';
import { pointer } from '@/lib/engine/definition/pointer';
import { KeySetting } from './key-setting';
import { ListSetting } from './list-setting';
import { Fields } from './object-setting';
import { SettingFrame } from './setting-frame';
import { type SettingProps, useProblem, useReadOnly, useWords } from './setting';

/** How a task may end. An outcome's key follows its name, and the transitions that wait for it follow its key. */
export function OutcomesSetting({ step, ...props }: SettingProps & { step: string }) {
  return (
    <ListSetting
      {...props}
      element={outcomeSchema}
      draw={(item, path) => (
        <>
          <OutcomeName step={step} path={path} value={item as { key: string; name: string }} />
          <OutcomeKey step={step} path={path} value={item as { key: string }} />
          <Fields path={path} schema={outcomeSchema} value={item} without={['name', 'key']} />
        </>
      )}
    />
  );
}

type Props<T> = { step: string; path: SettingProps['path']; value: T };

function OutcomeName({ step, path, value }: Props<{ key: string; name: string }>) {
  const store = useDesignerStore();
  const words = useWords('name');
  const at = [...path, 'name'];
  return (
    <SettingFrame path={at} {...words} problem={useProblem(at)}>
      <Input
        value={value.name}
        readOnly={useReadOnly()}
        onChange={(event) => {
          const name = event.currentTarget.value;
          act(
            store,
            (document) => {
              const task = stepOf(document, step);
              const others =
                task?.type === 'USER_TASK' ? task.outcomes.filter(({ key }) => key !== value.key) : [];
              const named = setSetting(at, name)(document);
              if (!followsName(value.key, value.name, 'new')) return named;
              const key = freeKey(
                keyOfName(name, value.key),
                others.map((one) => one.key),
              );
              return renameOutcome(step, value.key, key)(named);
            },
            { burst: pointer(at) },
          );
        }}
        onBlur={() => {
          const trimmed = value.name.trim();
          if (trimmed !== value.name) act(store, setSetting(at, trimmed), { burst: pointer(at) });
        }}
      />
    </SettingFrame>
  );
}

function OutcomeKey({ step, path, value }: Props<{ key: string }>) {
  const store = useDesignerStore();
  const task = stepOf(useDocument(), step);
  const taken = task?.type === 'USER_TASK' ? task.outcomes.map(({ key }) => key) : [];
  return (
    <KeySetting
      path={[...path, 'key']}
      value={value.key}
      taken={taken}
      rename={(key) => act(store, renameOutcome(step, value.key, key))}
    />
  );
}
