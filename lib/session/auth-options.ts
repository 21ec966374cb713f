import type { AuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { configuration } from '@/lib/configuration/configuration';
import { deriveKey, loadSecret } from '@/lib/configuration/secret';
import { verifySignIn } from '@/lib/people/sign-in';

/** What the signed cookie says about its bearer. It grants nothing by itself: lib/people reads the person afresh. */
export type SessionClaims = { tenantId: string; personId: string; sessionVersion: number };

declare module 'next-auth' {
  interface User extends SessionClaims {
    id: string;
  }
  interface Session {
    claims?: SessionClaims;
  }
}
declare module 'next-auth/jwt' {
  interface JWT {
    claims?: SessionClaims;
  }
}

/** Seconds until a person has to sign in again: one long working day. */
const maxAge = 12 * 60 * 60;

let options: AuthOptions | undefined;

/** NextAuth's options: one password provider, the session in a signed and encrypted httpOnly cookie. */
export function authOptions(): AuthOptions {
  const settings = configuration();
  options ??= {
    secret: deriveKey(loadSecret(settings), 'session').toString('hex'),
    session: { strategy: 'jwt', maxAge },
    useSecureCookies: settings.url.startsWith('https://'),
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
    providers: [
      Credentials({
        id: 'password',
        credentials: { email: {}, password: {} },
        authorize: async (credentials) => {
          const result = await verifySignIn(credentials?.email ?? '', credentials?.password ?? '');
          // The message reaches the form as `error`; it must not tell which of the two fields was wrong.
          if (!result.ok) throw new Error(refusal(result.reason, result.retryAfterSeconds));
          const { id, tenantId, sessionVersion } = result.person;
          return { id, personId: id, tenantId, sessionVersion };
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => {
        if (!user) return token;
        const { tenantId, personId, sessionVersion } = user;
        return { ...token, claims: { tenantId, personId, sessionVersion } };
      },
      session: ({ session, token }) => ({ ...session, claims: token.claims }),
    },
    // A refused password is an everyday event with a row of its own in the database, not an error of the server.
    logger: { error: () => undefined, warn: () => undefined },
  };
  return options;
}

/** A refusal as the form reads it: the reason, and the seconds to wait where there are any. */
function refusal(reason: 'invalid' | 'rate_limited', retryAfterSeconds?: number): string {
  return retryAfterSeconds === undefined ? reason : `${reason}:${Math.ceil(retryAfterSeconds)}`;
}
