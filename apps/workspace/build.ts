/**
 * Builds the workspace server and its threads into a few files in `dist/`: a process that opens four files starts in
 * half the time of one that opens six hundred (docs/adr/0043-a-built-workspace-server.md).
 */
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';

/** How a module names the file of its thread. */
const THREAD = /new URL\('(\.\/[\w.-]+\.ts)', import\.meta\.url\)/g;

/** Builds the threads as files of their own, and keeps each module's own place for the files that it reads. */
const places: Plugin = {
  name: 'places',
  transform(code, id) {
    if (!id.startsWith(import.meta.dirname) && !/[\\/]packages[\\/]/.test(id)) return null;
    if (!code.includes('import.meta')) return null;
    const folder = path.dirname(id);
    return code
      .replaceAll(THREAD, (_, file: string) => {
        const thread = this.emitFile({
          type: 'chunk',
          id: path.join(folder, file),
          name: path.basename(file, '.ts'),
        });
        return `new URL(import.meta.ROLLUP_FILE_URL_${thread})`;
      })
      .replaceAll('import.meta.dirname', JSON.stringify(folder))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

const bundle = await rolldown({
  cwd: import.meta.dirname,
  input: { main: 'src/main.ts' },
  platform: 'node',
  // Has libraries of the system's own kind beside it.
  external: [/^@duckdb\//],
  plugins: [places],
});
// Put in place whole: tests that run beside each other may build at the same time.
const made = path.join(import.meta.dirname, '../../.cache', `workspace-${process.pid}`);
const place = path.join(import.meta.dirname, 'dist');
await bundle.write({ dir: made, format: 'esm' });
await bundle.close();
rmSync(place, { recursive: true, force: true });
renameSync(made, place);
