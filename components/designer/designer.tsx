'use client';

import { useTranslations } from 'next-intl';
import type { DesignWorld, LiveState } from '@/lib/definitions/schema';
import type { Definition } from '@/lib/engine/definition/schema';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DiagramSkeleton } from '@/components/diagram/diagram-skeleton';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Sheet } from '@/components/ui/sheet';
import { Canvas } from './canvas/canvas';
import { PasteReport } from './clipboard/paste-report';
import { useClipboardEvents } from './clipboard/use-clipboard-events';
import type { DesignDocument } from './document/document';
import { keepChecked } from './keep-checked';
import { CodeView, Inspector, ListView, loadRest, ProblemsPanel, Publish, Simulator } from './later';
import { openDesigner, type Opened } from './open-designer';
import { Palette } from './palette';
import { checkShape } from './saving/check-shape';
import { ConflictBanner } from './saving/conflict-banner';
import { type Keeper, keepSaved } from './saving/keep-saved';
import { browserStorage, copyName } from './saving/local-copy';
import { PresenceMark } from './saving/presence-mark';
import { SaveMark } from './saving/save-mark';
import { readFrom, sendTo } from './saving/send-draft';
import { emptyTable } from './simulator/table';
import { DesignerProvider, useDesigner, useDesignerStore } from './store';
import { Toolbar } from './toolbar';
import { useDesignerKeys } from './use-designer-keys';
import { useDrawn } from './use-drawn';

/** Milliseconds after which what is not looked at yet is loaded: when the drawing stands. */
const restAfter = 1_500;

export type DesignerProps = {
  document: DesignDocument;
  revision: number;
  known: DesignWorld;
  personId: string;
  /** Why nothing may be changed; null: it may. */
  readOnlyReason: string | null;
  publishedSteps: readonly string[];
  mayPublish: boolean;
  nextVersion: number;
  /** Live instances of earlier versions, and where they stand. */
  live: number;
  liveStates: readonly LiveState[];
  /** The active version; null before the first. */
  active: Definition | null;
  /** Address of the draft in the HTTP API, and of the definition's page. */
  address: string;
  back: string;
};

/** The designer of a process: canvas, list or code, the settings of what is selected, and its problems. */
export function Designer(props: DesignerProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const given = useRef(props);
  // The browser's storage may hold what has not been saved, so the designer begins in the browser: at once, since what the
  // server has drawn meanwhile is shown already.
  useLayoutEffect(() => {
    let current = true;
    void openDesigner(given.current).then((found) => current && setOpened(found));
    return () => {
      current = false;
    };
  }, []);
  if (!opened) return <DiagramSkeleton />;
  return (
    <DesignerProvider value={opened.store}>
      <Workbench {...props} restored={opened.restored} />
    </DesignerProvider>
  );
}

function Workbench(props: DesignerProps & { restored: boolean }) {
  const { address, personId, back, readOnlyReason } = props;
  const t = useTranslations('designer');
  const frame = useRef<HTMLDivElement>(null);
  const view = useDesigner((state) => state.view);
  const problemsOpen = useDesigner((state) => state.problemsOpen);
  const readOnly = readOnlyReason !== null;
  const drawn = useDrawn();
  const keeper = useKeeper(address, copyName(personId, props.document.definition.key), readOnly);
  useChecked(drawn);
  useRestLater();
  const [sheetOpen, setSheetOpen] = useState(false);
  const [restored, setRestored] = useState(props.restored);
  const narrow = useNarrow();
  const table = useState(emptyTable);
  useDesignerKeys(frame);
  useClipboardEvents(frame);
  const choose = () => narrow && setSheetOpen(true);
  return (
    <div
      ref={frame}
      className="flex h-[calc(100dvh-3.5rem)] min-h-120 flex-col max-lg:h-[calc(100dvh-7rem-env(safe-area-inset-bottom))]"
    >
      <Toolbar
        back={back}
        save={
          readOnly ? null : (
            <span className="flex min-w-0 flex-wrap items-center gap-x-3">
              <SaveMark tryNow={() => keeper?.tryNow()} />
              {drawn ? <PresenceMark address={`${address}/presence`} onRevision={keeper?.heard} /> : null}
            </span>
          )
        }
        publish={
          props.mayPublish && !readOnly ? (
            <Publish {...props} definitionKey={props.document.definition.key} />
          ) : null
        }
      />
      {readOnlyReason ? (
        <Banner className="m-3 mb-0" title={t('readOnly')}>
          {readOnlyReason}
        </Banner>
      ) : null}
      {restored ? (
        <Banner
          className="m-3 mb-0"
          title={t('restored')}
          actions={
            <Button size="sm" variant="quiet" onClick={() => setRestored(false)}>
              {t('understood')}
            </Button>
          }
        />
      ) : null}
      <ConflictBanner keeper={keeper} />
      <PasteReport />
      <div className="flex min-h-0 flex-1">
        {view === 'canvas' && !readOnly ? (
          <div className="relative w-48 shrink-0 overflow-y-auto border-r border-line bg-canvas max-lg:hidden">
            {drawn ? <Palette /> : null}
          </div>
        ) : null}
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="relative min-h-0 flex-1 overflow-y-auto">
            {view === 'canvas' ? <Canvas /> : null}
            {view === 'list' ? <ListView onChoose={choose} /> : null}
            {view === 'code' ? <CodeView /> : null}
            {view === 'simulate' ? <Simulator table={table} /> : null}
          </div>
          {problemsOpen ? <ProblemsPanel onChoose={choose} /> : null}
          {narrow && view !== 'simulate' ? (
            <div className="border-t border-line bg-surface p-2">
              <Button className="w-full" onClick={() => setSheetOpen(true)}>
                {t('openSettings')}
              </Button>
            </div>
          ) : null}
        </div>
        {narrow ? (
          <Sheet open={sheetOpen} onOpenChange={setSheetOpen} title={t('settingsTitle')}>
            <div className="-m-4">
              <Inspector />
            </div>
          </Sheet>
        ) : view === 'simulate' ? null : (
          <div className="relative w-80 shrink-0 overflow-y-auto border-l border-line bg-canvas xl:w-88">
            {drawn ? <Inspector /> : null}
          </div>
        )}
      </div>
    </div>
  );
}

/** Loads what is not looked at yet, when the drawing stands. */
function useRestLater(): void {
  useEffect(() => {
    const later = setTimeout(() => void loadRest(), restAfter);
    return () => clearTimeout(later);
  }, []);
}

/** Checking, as long as the designer is open. */
function useChecked(drawn: boolean): void {
  const store = useDesignerStore();
  useEffect(() => (drawn ? keepChecked(store) : undefined), [store, drawn]);
}

/** Saving, as long as the designer is open. */
function useKeeper(address: string, name: string, readOnly: boolean): Keeper | null {
  const store = useDesignerStore();
  const [keeper, setKeeper] = useState<Keeper | null>(null);
  useEffect(() => {
    if (readOnly) return;
    const made = keepSaved(store, {
      check: checkShape,
      send: sendTo(address),
      read: readFrom(address),
      storage: browserStorage(),
      name,
    });
    setKeeper(made);
    const online = () => made.tryNow();
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('online', online);
      void made.flush();
      made.stop();
    };
  }, [store, address, name, readOnly]);
  return keeper;
}

/** Whether the settings have no room beside the drawing. */
function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(false);
  useEffect(() => {
    const query = window.matchMedia('(width < 64rem)');
    const look = () => setNarrow(query.matches);
    look();
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return narrow;
}
