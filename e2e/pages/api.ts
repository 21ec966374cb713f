import { request, type APIRequestContext } from '@playwright/test';
import type { Definition } from '@/lib/engine/definition/schema';
import type { Json } from '@/lib/engine/json';

/** Requests of a test's own, sent at the same moment. */
const atOnce = 8;

/** The API with an administrator's key, for arranging what a journey begins with. */
export class Api {
  private constructor(private readonly context: APIRequestContext) {}

  static async open(): Promise<Api> {
    const extraHTTPHeaders = { authorization: `Bearer ${process.env.E2E_API_KEY}` };
    return new Api(await request.newContext({ baseURL: process.env.E2E_URL, extraHTTPHeaders }));
  }

  /** Publishes a definition as its next version. */
  async publish(definition: Definition): Promise<void> {
    const path = `definitions/${definition.key}`;
    const before = await this.context.get(`/api/workflows/${path}`);
    const etag = before.headers()['etag'];
    await this.send('put', path, { definition }, etag ? { 'if-match': etag } : {});
    await this.send('post', `${path}/publish`, {});
  }

  /** Starts an instance for each input, about the subjects `<prefix>1`, `<prefix>2`, … */
  async startAll(definition: string, prefix: string, inputs: readonly Record<string, Json>[]): Promise<void> {
    const waiting = inputs.map((input, index) => ({ subject: { id: `${prefix}${index + 1}` }, input }));
    const lane = async () => {
      for (let order = waiting.shift(); order; order = waiting.shift())
        await this.send('post', 'instances', { definition, ...order });
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  }

  async send(
    method: 'post' | 'put',
    path: string,
    data: unknown,
    headers: Record<string, string> = {},
  ): Promise<void> {
    const response = await this.context[method](`/api/workflows/${path}`, { data, headers });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  }
}
