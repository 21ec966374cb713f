import { createHash } from 'node:crypto';
import { inTenant } from '@/lib/database/client';
import { appPool } from '@/lib/database/pool';
import { readTenant, tenantStatement } from '@/lib/database/tenant-statement';
import type { Json, JsonObject } from '@/lib/engine/json';
import { startInstance } from '@/lib/instances/start';
import type { Actor } from '@/lib/people/actor';
import { unstorableIn } from '@/lib/people/input';
import { type Refusal, type Result, done, refuse, refuseFields } from '@/lib/people/refusal';
import { isUuid } from '@/lib/people/text';
import { newId } from '@/lib/runtime/uuid';
import { sendCorrelatedSignal, sendSignal } from '@/lib/signals/commands';
import { type Asked, mapped } from './mapping';
import { type Delivered, limits, type ReceivedRow, type WebhookMapping } from './schema';
import { believedKeys, verifiedDelivery } from './signature';

type Source = {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly id: string;
  readonly name: string;
  readonly mapping: WebhookMapping;
  readonly window_seconds: number;
  readonly key_number: number;
  readonly active: boolean;
};

/** What a partner posted: the body's very bytes, or why there are none. */
export type Posted = {
  readonly headers: Headers;
  readonly body: Result<Uint8Array>;
};

/**
 * Takes a delivery at the address of a source (DESIGN 12): believes it by its signature, counts it once by its id, and makes a
 * signal or a start of it by the source's mapping. Taken or refused, it is written down.
 */
export async function receiveWebhook(sourceId: string, posted: Posted): Promise<Result<Delivered>> {
  const { rows } = isUuid(sourceId)
    ? await appPool().query<Source>({
        name: 'find_webhook_source',
        text: 'SELECT * FROM public.find_webhook_source($1)',
        values: [sourceId],
      })
    : { rows: [] };
  const [source] = rows;
  if (!source) return refuse('not_found', 'There is no source of webhooks at this address.');

  const { headers } = posted;
  const bytes = posted.body.ok ? posted.body.value : new Uint8Array();
  const book = new Book(source, bytes, headers.get('webhook-id'));
  if (!posted.body.ok) return book.refuse(posted.body.refusal, limits.unsignedPerMinute);
  const keys = believedKeys(source.tenant_id, source.id, source.key_number);
  const believed = verifiedDelivery(keys, headers, bytes, source.window_seconds);
  if (!believed.ok) return book.refuse(believed.refusal, limits.unsignedPerMinute);

  const delivery = believed.value;
  const before = await book.takenBefore(delivery);
  if (before) return done(before);
  const busy = await book.tooMany();
  if (busy) return busy;
  const taken = await take(source, delivery, bytes, headers);
  return taken.ok ? book.take(delivery, taken.value) : book.refuse(taken.refusal, limits.perMinute);
}

type Taken = Pick<Delivered, 'effect' | 'instance'>;

async function take(
  source: Source,
  delivery: string,
  bytes: Uint8Array,
  headers: Headers,
): Promise<Result<Taken>> {
  if (!source.active) return refuse('not_allowed', `The source ${source.name} is stopped.`);
  const body = parsed(bytes);
  if (!body.ok) return body;
  const asked = mapped(source.mapping, body.value, visible(headers));
  return asked.ok ? act(source, delivery, asked.value) : asked;
}

/** The effect has the delivery's id, so that a try whose answer was lost has it only once. */
async function act(source: Source, delivery: string, asked: Asked): Promise<Result<Taken>> {
  const actor = actorOf(source, delivery);
  const id = `webhook:${source.id}:${delivery}`;
  if (asked.kind === 'nothing') return done({ effect: null, instance: null });
  if (asked.kind === 'start') {
    const started = await startInstance(actor, asked.start, delivery);
    return started.ok ? done({ effect: 'start', instance: started.value.id }) : started;
  }
  const sent =
    asked.kind === 'signal'
      ? await sendSignal(actor, asked.instance, { ...asked.signal, id })
      : await sendCorrelatedSignal(actor, { ...asked.signal, id });
  if (!sent.ok) return sent;
  const { kept, instance } = sent.value;
  return done({ effect: kept ? 'kept_signal' : 'signal', instance: instance?.id ?? null });
}

/** The source as the one who acts: an outside system that may send signals and start. */
function actorOf(source: Source, delivery: string): Actor {
  return {
    tenantId: source.tenant_id,
    tenantName: source.tenant_name,
    personId: source.id,
    name: source.name,
    email: '',
    roles: [],
    permissions: ['signals.send', 'instances.start'],
    locale: 'en',
    timeZone: 'UTC',
    via: 'api',
    apiKeyId: source.id,
    causedBy: `webhook:${delivery}`,
  };
}

function parsed(bytes: Uint8Array): Result<Json> {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return refuse('invalid', 'The body is not JSON in UTF-8.');
  }
  const unstorable = unstorableIn(body);
  return unstorable ? refuseFields([unstorable]) : done(body as Json);
}

const hidden = new Set(['authorization', 'cookie', 'webhook-signature']);

/** The headers for expressions, without what would let somebody in. */
function visible(headers: Headers): JsonObject {
  return Object.fromEntries([...headers].filter(([name]) => !hidden.has(name)));
}

const earlier = tenantStatement(
  'webhook_delivery_taken',
  `SELECT d.id, d.result, d.effect, d.instance_id AS instance FROM webhook_deliveries d
   WHERE d.tenant_id = tenant.id AND d.source_id = $2 AND d.delivery_id = $3 AND d.result <> 'refused'`,
);

/** Signed ones and others are counted apart: whoever has no key cannot use up what the partner may send. */
const recent = tenantStatement(
  'webhook_deliveries_recent',
  `SELECT count(*) FILTER (WHERE d.code IN ('unauthenticated', 'too_large'))::int AS unsigned,
     count(*) FILTER (WHERE d.code IS NULL OR d.code NOT IN ('unauthenticated', 'too_large'))::int AS signed
   FROM webhook_deliveries d
   WHERE d.tenant_id = tenant.id AND d.source_id = $2 AND d.received_at > now() - interval '1 minute'`,
);

/** Writes down what came to a source. */
class Book {
  constructor(
    private readonly source: Source,
    private readonly bytes: Uint8Array,
    /** As it came: perhaps nobody's. */
    private readonly named: string | null,
  ) {}

  /** What the delivery did when it came first; counts that it came again. */
  async takenBefore(delivery: string): Promise<Delivered | null> {
    const { tenant_id: tenantId, id } = this.source;
    const [row] = await readTenant<Pick<ReceivedRow, 'id' | 'effect' | 'instance'>>(
      appPool(),
      tenantId,
      earlier,
      [id, delivery],
    );
    if (!row) return null;
    await inTenant(
      tenantId,
      (tx) => tx.$executeRaw`
        UPDATE webhook_deliveries SET repeats = repeats + 1, repeated_at = now()
        WHERE tenant_id = ${tenantId}::uuid AND id = ${row.id}::uuid`,
    );
    return answerOf(delivery, true, row);
  }

  async tooMany() {
    const { signed } = await this.#recent();
    if (signed < limits.perMinute) return null;
    const message = `${limits.perMinute} deliveries have come within a minute; send the others later.`;
    return refuse('rate_limited', message, { limit: limits.perMinute, retryAfterSeconds: 10 });
  }

  async take(delivery: string, taken: Taken): Promise<Result<Delivered>> {
    const first = await this.#write(delivery, taken.effect === null ? 'ignored' : 'accepted', taken, null);
    return done(answerOf(delivery, !first, taken));
  }

  /** @param most a minute that are kept to be seen */
  async refuse(refusal: Refusal, most: number): Promise<{ readonly ok: false; readonly refusal: Refusal }> {
    const { signed, unsigned } = await this.#recent();
    const count = most === limits.unsignedPerMinute ? unsigned : signed;
    if (count < most) {
      const named = this.named?.slice(0, limits.idCharacters) || null;
      await this.#write(named, 'refused', { effect: null, instance: null }, refusal);
    }
    return { ok: false, refusal };
  }

  async #recent() {
    const { tenant_id: tenantId, id } = this.source;
    const [row] = await readTenant<{ signed: number; unsigned: number }>(appPool(), tenantId, recent, [id]);
    return row ?? { signed: 0, unsigned: 0 };
  }

  /** @returns false when the same delivery was written down at the same moment */
  async #write(
    delivery: string | null,
    result: ReceivedRow['result'],
    { effect, instance }: Taken,
    refusal: Refusal | null,
  ): Promise<boolean> {
    const { tenant_id: tenantId, id } = this.source;
    const sha256 = createHash('sha256').update(this.bytes).digest('hex');
    const count = await inTenant(
      tenantId,
      (tx) => tx.$executeRaw`
        INSERT INTO webhook_deliveries
          (tenant_id, id, source_id, delivery_id, result, code, message, bytes, sha256, effect, instance_id)
        VALUES (${tenantId}::uuid, ${newId()}::uuid, ${id}::uuid, ${delivery}, ${result}, ${refusal?.code ?? null},
          ${refusal?.message ?? null}, ${this.bytes.byteLength}::int, ${sha256}, ${effect}, ${instance}::uuid)
        ON CONFLICT DO NOTHING`,
    );
    return count > 0;
  }
}

function answerOf(delivery: string, known: boolean, { effect, instance }: Taken): Delivered {
  return { delivery, known, result: effect === null ? 'ignored' : 'accepted', effect, instance };
}
