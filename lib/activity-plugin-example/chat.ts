import { z } from 'zod';
import type { ActivityPlugin } from '@/lib/runtime/activities/plugin';

// A whole plugin: two activity types for a chat, the second of which undoes the first. `INTERLOCK_PLUGINS=
// lib/activity-plugin-example/chat.ts npm start` brings them; docs/plugins.md explains each part.

/** The chat is busy, or its network is: another try may help. Its other answers would be the same again. */
class ChatIsBusy extends Error {
  override readonly name = 'ChatIsBusy';

  constructor(
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

const channel = z.strictObject({
  webhook: z.url({ protocol: /^https?$/ }).describe('The address under which the channel takes messages.'),
});

const messageSettings = channel.extend({
  text: z.string().min(1).max(4000).describe('What the message says.'),
  urgent: z.boolean().default(false).describe('Whether everybody in the channel is notified.'),
});

const postMessage: ActivityPlugin<typeof messageSettings> = {
  type: 'chat.post-message',
  name: 'Post a chat message',
  description: 'Posts a message into a channel. Its result is the id that the chat gave it.',
  settings: messageSettings,
  retryOn: [ChatIsBusy],
  async run({ webhook, text, urgent }, { idempotencyKey, signal, logger }) {
    const { id } = await send(webhook, { text, urgent }, idempotencyKey, signal);
    logger.info({ id }, 'message posted');
    return { id };
  },
};

const removalSettings = channel.extend({ id: z.string().describe('The id of the message.') });

const removeMessage: ActivityPlugin<typeof removalSettings> = {
  type: 'chat.remove-message',
  name: 'Remove a chat message',
  settings: removalSettings,
  retryOn: [ChatIsBusy],
  async run({ webhook, id }, { idempotencyKey, signal }) {
    await send(webhook, { remove: id }, idempotencyKey, signal);
  },
};

/** What Interlock looks for in the module. */
export const activities = [postMessage, removeMessage];

/** The same key twice is the same message to the chat, so that a second attempt posts no second one. */
async function send(
  webhook: string,
  body: object,
  key: string,
  signal: AbortSignal,
): Promise<{ id: string | null }> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await fetch(webhook, { method: 'POST', headers, body: JSON.stringify(body), signal }).catch(
    (error: Error) => {
      throw new ChatIsBusy(`The chat cannot be reached: ${error.message}`);
    },
  );
  if (answer.status === 429 || answer.status >= 500) {
    const seconds = Number(answer.headers.get('retry-after'));
    throw new ChatIsBusy(`The chat answered ${answer.status}`, seconds > 0 ? seconds : undefined);
  }
  if (!answer.ok) throw new Error(`The chat answered ${answer.status}`);
  const { id } = (await answer.json()) as { id?: unknown };
  return { id: typeof id === 'string' ? id : null };
}
