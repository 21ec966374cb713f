import type { DesignDocument } from '@/components/designer/document/document';
import type { Finding } from '@/lib/engine/definition/finding';
import type { Definition } from '@/lib/engine/definition/schema';
import type { FailureReason } from './save-state';

/** What came of sending a draft. */
export type Sent =
  | { readonly kind: 'saved'; readonly revision: number; readonly findings: readonly Finding[] }
  | { readonly kind: 'stale' }
  | { readonly kind: 'refused'; readonly detail: string; readonly findings: readonly Finding[] }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly detail?: string };

/** Sends a draft over the revision that it was made from. Never throws. */
export type SendDraft = (document: DesignDocument, revision: number) => Promise<Sent>;

/** What answers are read with. It comes when the drawing stands; without it an answer is as good as none. */
const answers = () => import('@/lib/definitions/schema');

/** Milliseconds after which a server that does not answer counts as away. */
const patience = 20_000;

/** Sends by the HTTP API, under `If-Match`: what somebody else has saved is never written over. */
export function sendTo(address: string): SendDraft {
  return async ({ definition, layout, scenarios }, revision) => {
    let response: Response;
    let body: Record<string, unknown>;
    let schemas: Awaited<ReturnType<typeof answers>>;
    try {
      schemas = await answers();
      response = await fetch(address, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'if-match': `"${revision}"` },
        body: JSON.stringify({ definition, layout, scenarios }),
        signal: AbortSignal.timeout(patience),
      });
      body = (await response.json()) as Record<string, unknown>;
    } catch {
      return { kind: 'failed', reason: 'unreachable' };
    }
    return sentOf(response.status, body, schemas);
  };
}

function sentOf(
  status: number,
  body: Record<string, unknown>,
  { findingSchema }: Awaited<ReturnType<typeof answers>>,
): Sent {
  const findings = findingSchema.array().safeParse(body['findings']);
  const found = findings.success ? (findings.data as readonly Finding[]) : [];
  const detail = typeof body['detail'] === 'string' ? body['detail'] : '';
  if (status < 300) return { kind: 'saved', revision: Number(body['revision']), findings: found };
  if (status === 412 || body['code'] === 'stale') return { kind: 'stale' };
  if (status === 422 || status === 413 || status === 400) return { kind: 'refused', detail, findings: found };
  if (status === 401) return { kind: 'failed', reason: 'signed_out', detail };
  if (status === 403) return { kind: 'failed', reason: 'forbidden', detail };
  return { kind: 'failed', reason: status === 503 ? 'unreachable' : 'server', detail };
}

/** What the server has: a draft that somebody else saved. */
export type Theirs = {
  readonly document: DesignDocument;
  readonly revision: number;
  readonly by: string | null;
  readonly at: string | null;
};

/** Reads what the server has; null when it does not answer. Never throws. */
export type ReadDraft = () => Promise<Theirs | null>;

/** Reads by the HTTP API. */
export function readFrom(address: string): ReadDraft {
  return async () => {
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(patience), cache: 'no-store' });
      const { definitionDetailSchema } = await answers();
      const read = definitionDetailSchema.safeParse(await response.json());
      if (!response.ok || !read.success || !read.data.draft) return null;
      const { draft, layout, scenarios, revision, updatedBy, updatedAt } = read.data;
      const definition = draft as unknown as Definition;
      return {
        document: { definition, layout: layout ?? {}, scenarios },
        revision,
        by: updatedBy?.name ?? null,
        at: updatedAt,
      };
    } catch {
      return null;
    }
  };
}
