'use client';

import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  Group,
  Pin,
  PinOff,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type Alignment, alignSteps } from '@/components/designer/document/alignment';
import { pinSteps } from '@/components/designer/document/steps';
import { groupSteps } from '@/components/designer/edits';
import { act, useDesigner, useDesignerStore } from '@/components/designer/store';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';

const alignments: readonly { to: Alignment; icon: ReactNode }[] = [
  { to: 'left', icon: <AlignStartVertical aria-hidden /> },
  { to: 'center', icon: <AlignCenterVertical aria-hidden /> },
  { to: 'right', icon: <AlignEndVertical aria-hidden /> },
  { to: 'top', icon: <AlignStartHorizontal aria-hidden /> },
  { to: 'middle', icon: <AlignCenterHorizontal aria-hidden /> },
  { to: 'bottom', icon: <AlignEndHorizontal aria-hidden /> },
  { to: 'across', icon: <AlignHorizontalDistributeCenter aria-hidden /> },
  { to: 'down', icon: <AlignVerticalDistributeCenter aria-hidden /> },
];

/** What can be done with several elements together: line them up, draw a frame around them. */
export function SelectionTools() {
  const t = useTranslations('designer.arrange');
  const tDesigner = useTranslations('designer');
  const store = useDesignerStore();
  const readOnly = useDesigner((state) => state.readOnly);
  const { steps, annotations } = useDesigner((state) => state.selection);
  const movable = steps.length + annotations.length;
  if (readOnly) return null;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{tDesigner('selectionHint')}</p>
      {movable > 1 ? (
        <div role="group" aria-label={t('align')}>
          <h3 className="mb-1.5 text-sm font-medium">{t('align')}</h3>
          <div className="flex flex-wrap gap-1">
            {alignments.map(({ to, icon }) => (
              <IconButton
                key={to}
                size="sm"
                variant="secondary"
                label={t(to)}
                icon={icon}
                disabled={movable < 3 && (to === 'across' || to === 'down')}
                onClick={() => act(store, alignSteps([...steps, ...annotations], to))}
              />
            ))}
          </div>
        </div>
      ) : null}
      {steps.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={<Group aria-hidden />}
            onClick={() => groupSteps(store, tDesigner('annotations.newGroup'), steps)}
          >
            {tDesigner('annotations.groupThese')}
          </Button>
          <PinButton steps={steps} />
        </div>
      ) : null}
    </div>
  );
}

/** Lets steps stay where they are when the drawing is tidied up. */
export function PinButton({ steps }: { steps: readonly string[] }) {
  const t = useTranslations('designer.arrange');
  const store = useDesignerStore();
  const readOnly = useDesigner((state) => state.readOnly);
  const pinned = useDesigner(({ history }) =>
    steps.every((key) => history.present.layout[key]?.pinned === true),
  );
  if (readOnly) return null;
  return (
    <Button
      size="sm"
      aria-pressed={pinned}
      icon={pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
      onClick={() => act(store, pinSteps(steps, !pinned))}
    >
      {pinned ? t('unpin') : t('pin')}
    </Button>
  );
}
