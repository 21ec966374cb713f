'use client';

import { CalendarClock } from 'lucide-react';
import { useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { fromControl, toControl } from '@/components/forms/zoned-time';
import { ReasonDialog } from '@/components/instances/reason-dialog';
import { Button } from '@/components/ui/button';
import { Field, FieldGroup } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RadioGroup } from '@/components/ui/radio-group';
import { changeDeadlineAction } from '@/lib/deadlines/actions';
import type { ChangeDeadline as Change, DeadlineRow } from '@/lib/deadlines/schema';

type Way = 'in' | 'at';
const units = { business: 'BD', days: 'D' } as const;

/** Moves a deadline: by so many days from now, or to an instant; with a reason, which history keeps. */
export function ChangeDeadline({ instanceId, deadline }: { instanceId: string; deadline: DeadlineRow }) {
  const t = useTranslations('deadlines');
  const zone = useTimeZone() ?? 'UTC';
  const hasCalendar = deadline.derivation.calendar !== null;
  const [open, setOpen] = useState(false);
  const [way, setWay] = useState<Way>('in');
  const [days, setDays] = useState('3');
  const [at, setAt] = useState(toControl(deadline.dueAt, zone));
  const [wrong, setWrong] = useState<string | null>(null);

  function target(): Change['to'] | null {
    if (way === 'in') {
      return /^[1-9]\d{0,2}$/.test(days.trim())
        ? { in: `P${days.trim()}${units[hasCalendar ? 'business' : 'days']}` }
        : null;
    }
    const instant = fromControl(at, zone);
    return instant === undefined ? null : { at: instant };
  }

  return (
    <>
      <Button size="sm" icon={<CalendarClock aria-hidden />} onClick={() => setOpen(true)}>
        {t('change')}
      </Button>
      <ReasonDialog
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          setWrong(null);
        }}
        title={t('changeTitle', { step: deadline.stepName })}
        text={t('changeText')}
        confirmLabel={t('change')}
        done={t('changeDone')}
        run={async (reason) => {
          const to = target();
          setWrong(to === null ? t(way === 'in' ? 'daysWrong' : 'atWrong') : null);
          return to === null ? null : changeDeadlineAction(instanceId, { stay: deadline.stay, to, reason });
        }}
      >
        <FieldGroup label={t('changeTo')}>
          <RadioGroup
            aria-label={t('changeTo')}
            value={way}
            onValueChange={(value) => setWay(value === 'at' ? 'at' : 'in')}
            options={[
              {
                value: 'in',
                label: t(hasCalendar ? 'inBusinessDays' : 'inDays'),
                hint: hasCalendar
                  ? t('inBusinessDaysHint', { name: deadline.derivation.calendar?.name ?? '' })
                  : null,
              },
              { value: 'at', label: t('atInstant'), hint: t('atInstantHint', { zone }) },
            ]}
          />
        </FieldGroup>
        {way === 'in' ? (
          <Field label={t('days')} error={wrong ?? undefined}>
            <Input inputMode="numeric" value={days} onValueChange={setDays} className="w-28" />
          </Field>
        ) : (
          <Field label={t('instant')} error={wrong ?? undefined}>
            <Input type="datetime-local" value={at} onValueChange={setAt} className="w-60" />
          </Field>
        )}
      </ReasonDialog>
    </>
  );
}
