'use client';

import { ShieldCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { JsonView } from '@/components/ui/json-view';
import { notify } from '@/components/ui/toast';
import { verifyInstanceAction } from '@/lib/instances/actions';
import type { Verification } from '@/lib/runtime/verify';

/** Checks on demand that the history is whole and gives exactly what is stored, and says the result in words. */
export function VerifyButton({ instanceId }: { instanceId: string }) {
  const t = useTranslations('instance.verify');
  const actions = useTranslations('instance.actions');
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Verification | null>(null);

  async function verify() {
    setBusy(true);
    const answer = await verifyInstanceAction(instanceId).catch(() => null);
    setBusy(false);
    if (answer?.ok) setResult(answer.value);
    else
      notify({
        tone: 'danger',
        title: t('failed', { message: answer?.refusal.message ?? actions('unreachable') }),
      });
  }

  return (
    <div className="contents">
      <Button size="sm" icon={<ShieldCheck aria-hidden />} busy={busy} onClick={() => void verify()}>
        {t('check')}
      </Button>
      <div role="status" className="order-last w-full empty:hidden">
        {result ? <Result result={result} /> : null}
      </div>
    </div>
  );
}

function Result({ result }: { result: Verification }) {
  const t = useTranslations('instance.verify');
  const { events: count, chain, differences } = result;
  if (result.ok) {
    return (
      <Banner tone="positive" title={t('okTitle')}>
        {t('okText', { count })}
      </Banner>
    );
  }
  if (chain !== 'whole') {
    return (
      <Banner tone="danger" shape="attention" title={t('chainTitle')}>
        {t('chainText', { count, brokenAt: chain.brokenAt })}
      </Banner>
    );
  }
  return (
    <Banner tone="danger" shape="attention" title={t('replayTitle')}>
      <p>{t('replayText', { count, differences: differences.length })}</p>
      <ul aria-label={t('differences')} className="mt-2 flex flex-col gap-2 text-sm">
        {differences.map(({ path, stored, replayed }) => (
          <li key={path}>
            <code className="font-mono text-xs">{path}</code>
            <div className="mt-1 grid gap-2 sm:grid-cols-2">
              <JsonView label={t('stored')} value={stored} depth={1} />
              <JsonView label={t('replayed')} value={replayed} depth={1} />
            </div>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
