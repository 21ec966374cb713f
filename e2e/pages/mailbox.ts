import { expect } from '@playwright/test';

type Mail = {
  readonly subject: string;
  readonly text: string;
  readonly to: readonly { readonly address: string }[];
};

/** Waits for the mail to a person about an order in the embedded mailbox. @returns the newest one */
export async function mailTo(address: string, about: string): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const response = await fetch(`${process.env.E2E_MAILBOX_URL}/api/email`);
        const mails = (await response.json()) as Mail[];
        found = mails.findLast(
          ({ subject, to }) => subject.includes(about) && to.some((one) => one.address === address),
        );
        return found !== undefined;
      },
      { timeout: 60_000, intervals: [500] },
    )
    .toBe(true);
  return found!;
}

/** The one link to a task in a mail. */
export function linkIn({ text }: Mail): string {
  const links = text.match(/https?:\/\/\S+\/decide\/\S+/g) ?? [];
  expect(links).toHaveLength(1);
  return links[0]!;
}
