import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/database/schema.ts',
    './src/database/billing-tables.ts',
    './src/database/exploration-tables.ts',
    './src/database/factor-tables.ts',
    './src/database/feedback-table.ts',
    './src/database/file-tables.ts',
    './src/database/import-tables.ts',
    './src/database/scim-tables.ts',
    './src/database/sign-in-tables.ts',
    './src/database/organization-tables.ts',
  ],
  out: './migrations',
});
