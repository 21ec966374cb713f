import { defineConfig } from 'prisma/config';

/** Only `prisma generate` is used; lib/database/migrate.ts applies the migrations. */
export default defineConfig({ schema: 'prisma/schema' });
