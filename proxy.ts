import { NextResponse, type NextRequest } from 'next/server';
import { contentSecurityPolicy } from '@/lib/session/content-security-policy';
import { nonceHeader, pathHeader } from '@/lib/session/request-headers';

/**
 * Runs before every page: makes the nonce of its content security policy and tells the page its own address,
 * which a layout cannot know, so that signing in can come back to it. It authorizes nothing; pages do.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development');
  const search = new URLSearchParams(request.nextUrl.search);
  search.delete('_rsc');

  const headers = new Headers(request.headers);
  headers.set(nonceHeader, nonce);
  headers.set(pathHeader, request.nextUrl.pathname + (search.size > 0 ? `?${search}` : ''));
  // Next reads the nonce for its own scripts from this request header.
  headers.set('Content-Security-Policy', policy);

  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

export const config = { matcher: ['/((?!api/|_next/static|_next/image|icon.svg|favicon.ico).*)'] };
