import path from 'node:path';
import { mkdirSync } from 'node:fs';
import { startProduct } from '@/e2e/setup/product';
import { freePort } from '@/lib/database/embedded/free-port';
import { putPerson } from '@/lib/people/commands';
import { addressOf, take } from '@/lib/testing/builders/refund-world';
import { timeRead } from './report';
import { openSupport } from './support-rows';

/** Goal of issue 6: a page's whole HTML, in milliseconds. */
const goal = 700;
const password = 'interlock-bench';

/** Pages of support, as an address; `LIVE` and `ENDED` are the ids of two instances. */
const pages: Readonly<Record<string, string>> = {
  home: '/',
  'all instances': '/instances',
  'by a word of many': '/instances?q=customer+77',
  'by words, with an age': '/instances?q=customer+77&minAge=P3D&sort=age',
  'by a field': '/instances?q=amount%3E100',
  'due first': '/instances?sort=deadline',
  'longest in one step': '/instances?definition=refund&state=in_review&sort=age',
  'few, task, due today': '/instances?definition=refund_5&waitingFor=human_task&deadline=today',
  'an instance, live': '/instances/LIVE',
  'an instance, ended': '/instances/ENDED',
  'the board': '/operations',
  'incidents by cause': '/operations/incidents',
  'a process with its counts': '/operations/refund',
  alerts: '/operations/alerts',
  'bulk jobs': '/operations/jobs',
};

/**
 * How long pages of support take beside the instances that `npm run bench -- support` keeps in the folder SUPPORT_KEPT: from the
 * request to the end of the HTML, of the production build, one at a time.
 * @param argument measures only the pages whose names have it
 * @returns 1 where one misses its goal
 */
export async function measurePages({ argument = '' }: { readonly argument?: string | undefined }) {
  const folder = process.env['SUPPORT_KEPT'];
  if (!folder) {
    console.error('SUPPORT_KEPT names the folder of the instances: `npm run bench -- support` makes it.');
    return 2;
  }
  const { live, ended } = await makeReader(folder);
  const url = `http://127.0.0.1:${await freePort()}`;
  const stop = await startProduct(url, {
    INTERLOCK_DATA: path.resolve(folder),
    INTERLOCK_DEMO: '0',
    DATABASE_URL: '',
    // Otherwise its worker would archive most of them meanwhile.
    INTERLOCK_RETENTION_DAYS: '3600',
  });
  try {
    const cookie = await signIn(url);
    let slowest = 0;
    for (const [name, address] of Object.entries(pages)) {
      if (!name.includes(argument)) continue;
      const found = address.replace('LIVE', live).replace('ENDED', ended);
      slowest = Math.max(slowest, await timeRead(name, goal, () => readPage(`${url}${found}`, cookie)));
    }
    return slowest <= goal ? 0 : 1;
  } finally {
    await stop();
  }
}

/** Lets the support person of the rows sign in. @returns two instances to look at */
async function makeReader(folder: string) {
  mkdirSync(folder, { recursive: true });
  const { world, templates, made, close } = await openSupport(folder);
  try {
    console.log(`${made.toLocaleString('en')} instances\n`);
    take(await putPerson(world.admin, addressOf('sam'), { name: 'Sam', password }));
    return templates[0]!;
  } finally {
    await close();
  }
}

/** @returns the cookies of a session, as a request sends them */
async function signIn(url: string): Promise<string> {
  const asked = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/api/auth/callback/password`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(asked) },
    body: new URLSearchParams({ csrfToken, email: addressOf('sam'), password }),
  });
  const cookies = cookiesOf(answer);
  if (!cookies.includes('session-token')) throw new Error(`Nobody was signed in: ${answer.status}.`);
  return cookies;
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

async function readPage(address: string, cookie: string): Promise<string> {
  const answer = await fetch(address, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' });
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}.`);
  return `${((await answer.arrayBuffer()).byteLength / 1024).toFixed(0).padStart(6)} KB`;
}
