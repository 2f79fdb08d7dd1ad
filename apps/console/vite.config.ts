import { translated } from '@acacia/texts/build';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where the cloud answers while the console is developed with `vite`. */
const cloud = process.env['ACACIA_CLOUD'] ?? 'http://localhost:4100';

/**
 * zod's schemas carry their conversion to JSON Schema, which the server uses and no page does; a bundler
 * cannot see that. The console gets functions that say so instead (7 KiB less on the first page).
 */
function withoutJsonSchema(): Plugin {
  const refuse = `() => { throw new Error('The console does not convert schemas to JSON Schema.'); }`;
  return {
    name: 'acacia:without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      handler(code, id) {
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].flatMap(
          (match) => match[1] ?? [],
        );
        if (names.length === 0) this.error(`${id} is no longer written as expected.`);
        // zod calls the two factories while a schema is built; what they give is called by nobody here.
        const value = (name: string): string => (name.startsWith('create') ? `() => refuse` : 'refuse');
        return {
          code: `const refuse = ${refuse};\n${names.map((name) => `export const ${name} = ${value(name)};`).join('\n')}`,
          map: null,
        };
      },
    },
  };
}

export default defineConfig({
  plugins: [translated(), react(), withoutJsonSchema()],
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
    modulePreload: { polyfill: false },
    // Editor and canvas are one chunk each, loaded with their routes.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Small files compress badly: what the first page loads anyway is one chunk.
          groups: [{ name: 'first', tags: ['$initial'] }],
        },
      },
    },
  },
});
