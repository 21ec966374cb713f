'use client';

import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button';
import { notify } from './toast';

/** Copies `value` and says so for two seconds. */
export function CopyButton({
  value,
  label,
  className,
}: {
  value: string;
  label?: string;
  className?: string;
}) {
  const t = useTranslations('ui');
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // The clipboard is refused on plain-http addresses other than localhost.
      notify({ tone: 'caution', title: t('copyRefused'), description: value });
    }
  }

  return (
    <IconButton
      size="sm"
      label={copied ? t('copied') : (label ?? t('copy'))}
      icon={copied ? <Check aria-hidden className="text-positive" /> : <Copy aria-hidden />}
      onClick={() => void copy()}
      className={className}
    />
  );
}
