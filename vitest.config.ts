import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Unit and API tests stand beside the code; the ones that draw pages (`.tsx`) get a document. */
export default defineConfig({
  test: {
    // For a hang to be told, not for slowness: many tests start processes, on machines that do other things too.
    testTimeout: 60_000,
    hookTimeout: 120_000,
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
            'apps/{workspace,console}/src/**/*.test.ts',
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
          name: 'cloud',
          environment: 'node',
          include: ['apps/cloud/src/**/*.test.ts'],
          globalSetup: 'apps/cloud/src/testing/global-setup.ts',
          // Files of one worker share the modules that they import.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          environment: 'jsdom',
          setupFiles: 'tests/dom/setup.ts',
          include: ['apps/*/src/**/*.test.tsx'],
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          environment: './tests/dom/environment.ts',
          setupFiles: 'tests/dom/setup.ts',
          include: ['packages/*/src/**/*.test.tsx'],
          isolate: false,
        },
      },
    ],
  },
});
