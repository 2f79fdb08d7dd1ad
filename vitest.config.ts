import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Packages that run in Node as they are. Those of pages need Vite; `passwords` needs its own threads. */
const SERVER_PACKAGES = '{api-client,base,contract,durable-files,engine,language,object-stores}';

/** Node runs it as it does in production, and files of one worker share the modules that they import. */
const SERVER_CODE = {
  environment: 'node',
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
} as const;

/** Unit and API tests stand beside the code; the ones that draw pages (`.tsx`) get a document. */
export default defineConfig({
  test: {
    // For a hang to be told, not for slowness: many tests start processes, on machines that do other things too.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 50_000 } },
    // Many tests wait for processes and databases: on two cores two files at a time would leave some of them idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          ...SERVER_CODE,
          globalSetup: 'tests/threads/global-setup.ts',
          setupFiles: 'tests/threads/setup.ts',
          include: [
            `packages/${SERVER_PACKAGES}/src/**/*.test.ts`,
            'apps/{cli,workspace}/src/**/*.test.ts',
            'solutions/src/**/*.test.ts',
            'tests/{repo,conformance,faults,hostile}/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'cloud',
          ...SERVER_CODE,
          include: ['apps/cloud/src/**/*.test.ts', 'tests/cli/**/*.test.ts'],
          setupFiles: 'tests/threads/setup.ts',
          globalSetup: 'apps/cloud/src/testing/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'logic',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts', 'apps/console/src/**/*.test.ts'],
          exclude: [`packages/${SERVER_PACKAGES}/**`],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          environment: './tests/dom/environment.ts',
          setupFiles: 'tests/dom/setup.ts',
          include: ['{apps,packages}/*/src/**/*.test.tsx'],
          isolate: false,
        },
      },
    ],
  },
});
