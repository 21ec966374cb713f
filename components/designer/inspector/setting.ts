'use client';

import { useTranslations } from 'next-intl';
import { createContext, useContext, type ComponentType } from 'react';
import type { z } from 'zod';
import { setSetting, type SettingPath } from '@/components/designer/document/settings';
import { act, useDesigner, useDesignerStore } from '@/components/designer/store';
import { wordsOfKey } from '@/components/instances/words';
import type { Finding } from '@/lib/engine/definition/finding';
import { pointer } from '@/lib/engine/definition/pointer';

/** One setting to edit: where it stands, what it may be, what it is. */
export type SettingProps = {
  readonly name: string;
  readonly path: SettingPath;
  readonly schema: z.ZodType;
  readonly optional: boolean;
  readonly value: unknown;
};

const EditorContext = createContext<ComponentType<SettingProps> | null>(null);
/** Gives the editors of lists and objects the editor of what is inside them. */
export const SettingEditorProvider = EditorContext.Provider;

/** The editor for any setting. */
export function useSettingEditor(): ComponentType<SettingProps> {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useSettingEditor needs the SettingEditorProvider around it');
  return editor;
}

/** Sets settings; what is typed at one place without a pause is one entry of the history. */
export function useSet(): (path: SettingPath, value: unknown, typed?: boolean) => void {
  const store = useDesignerStore();
  return (path, value, typed = false) =>
    act(store, setSetting(path, value), { burst: typed ? pointer(path) : null });
}

/** Findings that only say that something is not finished yet; they wait until somebody asks for the problems. */
const unfinished: ReadonlySet<Finding['code']> = new Set([
  'no_start',
  'no_end',
  'unreachable_step',
  'no_way_to_end',
  'no_transition_out',
  'decision_without_default',
  'outcome_without_transition',
  'fork_without_join',
  'join_without_fork',
  'no_maximum_age',
  'nobody_can_decide',
]);

/** What is wrong with the setting itself (or, with `within`, with something inside of it); an error before a warning. */
export function useProblem(path: SettingPath, within = false): Finding | null {
  const at = pointer(path);
  return useDesigner(({ findings, problemsOpen }) => {
    const here = findings.filter(
      (finding) =>
        (finding.path === at || (within && finding.path.startsWith(`${at}/`))) &&
        (problemsOpen || !unfinished.has(finding.code)),
    );
    return here.find(({ severity }) => severity === 'error') ?? here[0] ?? null;
  });
}

/** A finding in words: what is wrong and how to mend it. */
export function wordsOfFinding({ message, mend }: Finding): string {
  return `${message} ${mend}`;
}

/** What a setting is called, and what to enter, from the texts or else from its name. */
export function useWords(name: string, path: SettingPath = []): { label: string; hint: string | undefined } {
  const t = useTranslations('designer.settings');
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  // The same name means something else in an activity's settings: its texts stand under `inSettings`.
  const places = path.at(-2) === 'settings' ? [`inSettings.${name}`, name] : [name];
  const known = (part: 'label' | 'hint') => {
    const place = places.find((one) => t.has(`${one}.label` as Parameters<typeof t.has>[0]));
    const key = `${place ?? name}.${part}` as Parameters<typeof t.has>[0];
    return t.has(key) ? t(key as Parameters<typeof t>[0]) : undefined;
  };
  return { label: known('label') ?? wordsOfKey(spaced), hint: known('hint') };
}

/** Whether nothing may be changed here. */
export function useReadOnly(): boolean {
  return useDesigner((state) => state.readOnly);
}
