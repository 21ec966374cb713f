import type { Metadata, Viewport } from 'next';
import { getLocale, getNow, getTimeZone, getTranslations } from 'next-intl/server';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { parseTheme, themeCookie } from '@/components/shell/preferences';
import { StylesAllowed } from '@/components/shell/styles-allowed';
import { ToastRegion } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import { chooseLocale } from '@/lib/people/locale';
import { nonceHeader } from '@/lib/session/request-headers';
import { TextsIn } from './_components/texts';
import './globals.css';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('app');
  return {
    title: { default: t('name'), template: `%s · ${t('name')}` },
    description: t('description'),
    robots: { index: false, follow: false },
  };
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f9f8f6' },
    { media: '(prefers-color-scheme: dark)', color: '#0f1214' },
  ],
};

/** The document: language, theme from the cookie (so that nothing flashes), nonce, notices. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, timeZone, now, cookieStore, requestHeaders] = await Promise.all([
    getLocale(),
    getTimeZone(),
    getNow(),
    cookies(),
    headers(),
  ]);
  const nonce = requestHeaders.get(nonceHeader) ?? undefined;
  return (
    <html lang={locale} data-theme={parseTheme(cookieStore.get(themeCookie)?.value)}>
      <body className="font-sans">
        <StylesAllowed nonce={nonce}>
          <TextsIn language={chooseLocale([locale]).language} locale={locale} timeZone={timeZone} now={now}>
            <TooltipProvider>
              <div className="app-root">{children}</div>
              <ToastRegion />
            </TooltipProvider>
          </TextsIn>
        </StylesAllowed>
      </body>
    </html>
  );
}
