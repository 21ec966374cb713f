import type { Permission } from './permissions';

/**
 * The person (or key) on whose authority a use case runs. Every query and command takes it as its first
 * argument; only the session gate, the API's authentication and tests make one.
 */
export type Actor = {
  readonly tenantId: string;
  readonly tenantName: string;
  /** The person, or for a key that acts as nobody the key itself. */
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  /** Keys of the roles held at the moment the actor was made; authority over a task is read afresh when it is decided. */
  readonly roles: readonly string[];
  readonly permissions: readonly Permission[];
  readonly locale: string;
  /** IANA zone name in which times are shown to this person. */
  readonly timeZone: string;
  /** How the request came in; it is written into the events that follow from it. */
  readonly via: 'screen' | 'api' | 'email-link';
  /** Topics of external work to which the key is restricted; absent: it is not. */
  readonly topics?: readonly string[];
  /** The API key that was used, when there was one. */
  readonly apiKeyId?: string;
  /** What brought it here, where that is not the key itself: `webhook:<delivery>`, `email-link:<link>`. It stands in the events as their cause. */
  readonly causedBy?: string;
};
