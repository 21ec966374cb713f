import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@/lib/database/embedded/free-port';
import { supervise, type Supervised } from '@/lib/cli/supervisor';

/** The embedded mail server: what the product sends stays on this machine and can be read in a browser. */
export interface Mailbox {
  smtpUrl: string;
  webUrl: string;
  process: Supervised;
}

/**
 * Starts MailDev on 127.0.0.1, on the ports of the last start when they are free; mails stay in the data folder.
 */
export async function startMailbox(dataFolder: string, onEvent: (message: string) => void): Promise<Mailbox> {
  const mails = path.join(dataFolder, 'mailbox');
  mkdirSync(mails, { recursive: true });
  const file = path.join(dataFolder, 'mailbox.json');
  const last = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { smtp?: number; web?: number })
    : {};
  const smtp = await freePort(last.smtp);
  const web = await freePort(last.web, [smtp]);
  writeFileSync(file, JSON.stringify({ smtp, web }));
  const settings = {
    smtp,
    web,
    ip: '127.0.0.1',
    'web-ip': '127.0.0.1',
    'mail-directory': mails,
    'max-emails': 2000,
  };
  return {
    smtpUrl: smtpUrlOf(smtp),
    webUrl: `http://127.0.0.1:${web}`,
    process: supervise({
      name: 'mailbox',
      args: [
        'node_modules/maildev/dist/bin/maildev.js',
        '--silent',
        ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
      ],
      env: { ...process.env, NODE_ENV: 'production' },
      quiet: true,
      onEvent,
    }),
  };
}

/** The address of the mail server that the product of a data folder runs, or null. */
export function mailboxSmtpUrl(dataFolder: string): string | null {
  const { smtp } = lastPorts(dataFolder);
  return smtp ? smtpUrlOf(smtp) : null;
}

const smtpUrlOf = (port: number) => `smtp://127.0.0.1:${port}`;
const portsFile = (dataFolder: string) => path.join(dataFolder, 'mailbox.json');

function lastPorts(dataFolder: string): { smtp?: number; web?: number } {
  const file = portsFile(dataFolder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { smtp?: number; web?: number }) : {};
}
