import NextAuth from 'next-auth';
import type { NextRequest } from 'next/server';
import { authOptions } from '@/lib/session/auth-options';

type Context = { params: Promise<{ nextauth: string[] }> };

/** NextAuth's routes. The options are made at the first request, since a build has no settings. */
async function handle(request: NextRequest, context: Context): Promise<Response> {
  return (await NextAuth(request, context, authOptions())) as Response;
}

export { handle as GET, handle as POST };
