'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RadioGroup } from '@/components/ui/radio-group';
import { Select } from '@/components/ui/select';
import { TimeZoneInput } from '@/components/ui/time-zone-input';
import { notify } from '@/components/ui/toast';
import { saveSettingsAction } from '@/lib/notifications/actions';
import { type MailWay, mailWays, type NotificationSettings } from '@/lib/notifications/schema';

type Props = {
  settings: NotificationSettings;
  languages: readonly { value: string; label: string }[];
};

/** How the person wants to be told, in which language and by which clock. */
export function SettingsForm({ settings, languages }: Props) {
  const t = useTranslations('settings');
  const [draft, setDraft] = useState(settings);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const change = (part: Partial<NotificationSettings>) => setDraft((now) => ({ ...now, ...part }));
  const quiet = draft.quietFrom !== null;

  async function save() {
    setBusy(true);
    try {
      const result = await saveSettingsAction(draft);
      setRefused(result.ok ? null : result.refusal.message);
      if (!result.ok) return;
      // Texts, dates and the zone are those of the whole page, so it is loaded anew when they change.
      if (draft.language !== settings.language || draft.timeZone !== settings.timeZone)
        window.location.reload();
      else notify({ title: t('saved'), tone: 'positive' });
    } catch {
      setRefused(t('unreachable'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="mt-5 flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Panel title={t('language.title')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('language.label')}>
            <Select
              options={languages}
              value={draft.language}
              onValueChange={(value) => change({ language: value === 'de' ? 'de' : 'en' })}
            />
          </Field>
          <Field label={t('zone.label')} hint={t('zone.hint')}>
            <TimeZoneInput
              value={draft.timeZone}
              required
              onValueChange={(timeZone) => change({ timeZone })}
            />
          </Field>
        </div>
      </Panel>
      <Panel title={t('mails.title')} description={t('mails.description')}>
        <div className="flex flex-col gap-5">
          <Ways label={t('mails.tasks')} value={draft.tasks} onChange={(tasks) => change({ tasks })} />
          <Ways
            label={t('mails.requests')}
            value={draft.requests}
            onChange={(requests) => change({ requests })}
          />
          <Checkbox
            label={t('mails.decided')}
            hint={t('mails.decidedHint')}
            checked={draft.decided}
            onCheckedChange={(decided) => change({ decided })}
          />
          {draft.tasks === 'digest' || draft.requests === 'digest' ? (
            <Field label={t('digestAt')} className="max-w-40">
              <Input
                type="time"
                required
                value={draft.digestAt}
                onChange={(event) => change({ digestAt: event.currentTarget.value })}
              />
            </Field>
          ) : null}
        </div>
      </Panel>
      <Panel title={t('quiet.title')} description={t('quiet.description')}>
        <Checkbox
          label={t('quiet.label')}
          checked={quiet}
          onCheckedChange={(on) =>
            change(on ? { quietFrom: '19:00', quietUntil: '07:00' } : { quietFrom: null, quietUntil: null })
          }
        />
        {quiet ? (
          <div className="mt-4 flex flex-wrap gap-4">
            <Field label={t('quiet.from')} className="w-40">
              <Input
                type="time"
                required
                value={draft.quietFrom ?? ''}
                onChange={(event) => change({ quietFrom: event.currentTarget.value })}
              />
            </Field>
            <Field label={t('quiet.until')} className="w-40">
              <Input
                type="time"
                required
                value={draft.quietUntil ?? ''}
                onChange={(event) => change({ quietUntil: event.currentTarget.value })}
              />
            </Field>
          </div>
        ) : null}
      </Panel>
      {refused === null ? null : (
        <Banner tone="danger" title={t('refused')} live>
          {refused}
        </Banner>
      )}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function Ways({
  label,
  value,
  onChange,
}: {
  label: string;
  value: MailWay;
  onChange: (way: MailWay) => void;
}) {
  const t = useTranslations('settings.ways');
  return (
    <div role="group" aria-label={label}>
      <p className="mb-1.5 text-sm font-medium">{label}</p>
      <RadioGroup
        aria-label={label}
        options={mailWays.map((way) => ({ value: way, label: t(way) }))}
        value={value}
        onValueChange={(chosen) => onChange(mailWays.find((way) => way === chosen) ?? 'at_once')}
      />
    </div>
  );
}
