import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { importDirections } from './lib/testing/architecture/import-directions.mjs';

const tests = ['**/*.test.ts', '**/*.test.tsx', 'e2e/**', 'prisma/guarantees/**'];

/** What would make the core see a clock, chance or the outside; it gets all of these as values. */
const impure = [
  ['MemberExpression[object.name="Date"][property.name="now"]', 'a clock'],
  ['NewExpression[callee.name="Date"][arguments.length=0]', 'a clock'],
  ['MemberExpression[object.name="Temporal"][property.name="Now"]', 'a clock'],
  ['MemberExpression[object.name="Math"][property.name="random"]', 'chance'],
  ['MemberExpression[object.name="crypto"][property.name=/^(randomUUID|getRandomValues)$/]', 'chance'],
  ['MemberExpression[object.name="process"]', 'the process'],
  ['CallExpression[callee.name=/^(fetch|setTimeout|setInterval|setImmediate)$/]', 'the outside'],
];

export default defineConfig(
  {
    ignores: [
      'node_modules/',
      '.next*/',
      '.interlock*/',
      'coverage/',
      'test-results/',
      'playwright-report/',
      'report/',
      'lib/database/generated/',
      'next-env.d.ts',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'max-lines': ['error', { max: 300 }],
    },
  },
  { files: tests, rules: { 'max-lines': 'off' } },
  { files: ['lib/cli/**', 'bench/**', '.ci/**'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: [
      ...tests,
      'lib/configuration/**',
      'lib/cli/**',
      'lib/testing/**',
      'bench/**',
      '*.config.ts',
      'instrumentation*.ts',
      'proxy.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message:
            'Settings are read and checked once, in lib/configuration; take them from there or as an argument.',
        },
      ],
    },
  },
  {
    files: ['lib/engine/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-syntax': [
        'error',
        ...impure.map(([selector, what]) => ({
          selector,
          message: `The core is pure: it must not reach ${what}. Take it as a value in \`env\` or \`input\`; lib/runtime/environment.ts brings it.`,
        })),
      ],
    },
  },
  ...importDirections(tests),
);
