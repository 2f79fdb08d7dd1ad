import { translated } from '@acacia/texts/build';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where the cloud answers while the console is developed with `vite`. */
const cloud = process.env['ACACIA_CLOUD'] ?? 'http://localhost:4100';

/** Files of pages whose parts are fetched at once with them. */
const LARGE_PAGES = /\/(editor|explore|workgroups)-[\w-]+\.js$/;

/**
 * Evaluated before everything else, as a script and a task of its own. What makes an `Error` or reads cookies while a
 * file is evaluated has the browser parse that file once more for its stack, so that this is a small file.
 */
const BASE =
  /\/node_modules\/(react|react-dom|scheduler)\/|\/console\/src\/root\.ts$|\/texts\/src\/language\.ts$/;

/**
 * Home, and what small parts of the first page use beside it: in the common chunk, that would come with a hundred KiB of
 * what the first page does without.
 */
const HOME = /\/features\/home\/page\.tsx$|\/texts\/src\/(nodes|separators)\.ts$/;

/** Replaces a part of a module of zod. */
interface Cut {
  readonly file: RegExp;
  readonly replace: (code: string) => string;
}

const refuse = (why: string): string => `() => { throw new Error('${why}'); }`;

/**
 * Parts of zod that no page uses and a bundler cannot see to be unused (10 KiB on the first page): the conversion to
 * JSON Schema, formats as methods of strings (schemas say `z.email()`), parsers compiled from texts, which the page's
 * policy forbids (`jitless` in `src/main.tsx`), and English sentences for schemas without their own: what a person enters
 * has some, and of a server's answer that is not understood the plain fact is told.
 */
const UNUSED_IN_ZOD: readonly Cut[] = [
  {
    file: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/,
    replace: (code) => {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].flatMap(
        (match) => match[1] ?? [],
      );
      // zod calls the two factories while a schema is built; what they give is called by nobody here.
      const value = (name: string): string => (name.startsWith('create') ? `() => refuse` : 'refuse');
      return [
        `const refuse = ${refuse('The console does not convert schemas to JSON Schema.')};`,
        ...names.map((name) => `export const ${name} = ${value(name)};`),
      ].join('\n');
    },
  },
  {
    file: /\/zod\/v4\/locales\/en\.js$/,
    replace: () =>
      "export default () => ({ localeError: ({ code, expected }) => `${code}${expected ? `: ${expected}` : ''}` });",
  },
  {
    file: /\/zod\/v4\/classic\/schemas\.js$/,
    replace: (code) =>
      code
        .replaceAll(
          /return this\.check\(core\._\w+\(Zod\w+, params\)\);/g,
          `return (${refuse('Write z.email() for z.string().email(), and so on.')})();`,
        )
        .replace('core.$ZodObjectJIT.init(', 'core.$ZodObject.init('),
  },
];

function withoutUnusedZod(): Plugin {
  return {
    name: 'acacia:without-unused-zod',
    apply: 'build',
    transform: {
      filter: { id: UNUSED_IN_ZOD.map(({ file }) => file) },
      handler(code, id) {
        const replaced = UNUSED_IN_ZOD.find(({ file }) => file.test(id))?.replace(code);
        if (replaced === code) this.error(`${id} is no longer written as expected.`);
        return replaced === undefined ? null : { code: replaced, map: null };
      },
    },
  };
}

export default defineConfig({
  plugins: [translated(), react(), withoutUnusedZod()],
  server: {
    port: 5173,
    proxy: { '/api': cloud, '/oidc': cloud, '/session': cloud, '/callback': cloud },
  },
  resolve: {
    // One module instead of five thousand in development.
    alias: { '@tabler/icons-react': '@tabler/icons-react/dist/esm/icons/index.mjs' },
  },
  // The worker of the language service is a module that loads its parts.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Lists of what every page imports would be 8 KiB of the first page. The large ones have theirs: else their parts
    // are found level by level.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, parts) => (LARGE_PAGES.test(file) ? parts : []),
    },
    // Editor and canvas are one chunk each, loaded with their routes.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId, name }) =>
          `assets/${/\/features\/([\w-]+)\/page\.tsx$/.exec(facadeModuleId ?? '')?.[1] ?? name}-[hash].js`,
        codeSplitting: {
          // Small files compress badly and are many requests: what comes together is one chunk.
          groups: [
            { name: 'base', tags: ['$initial'], test: BASE, priority: 4 },
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'home', test: HOME, priority: 2 },
            {
              name: 'code',
              test: /\/(@codemirror|@lezer|@marijn|style-mod|w3c-keyname|crelt)\//,
              priority: 2,
            },
            { name: 'common', minShareCount: 20, priority: 1 },
            { name: 'icons', test: /\/@tabler\/icons-react\//, minShareCount: 3, priority: 0 },
          ],
        },
      },
    },
  },
});
