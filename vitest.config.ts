import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Unit and API tests stand beside the code; the ones that draw pages (`.tsx`) get a document. */
export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Many tests wait for processes and databases: on two cores one file at a time would leave one idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'solutions/src/**/*.test.ts',
            'tests/repo/**/*.test.ts',
            'tests/conformance/**/*.test.ts',
            'tests/faults/**/*.test.ts',
            'tests/hostile/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['packages/*/src/**/*.test.tsx', 'apps/*/src/**/*.test.tsx'],
        },
      },
    ],
  },
});
