// Builds the console and the servers when their sources are newer than what was built. Runs on Node 20.
// Usage: node scripts/build.mjs [console|workspace|cloud …]
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinnedEnvironment, ROOT, runNode } from './process.mjs';

const BUNDLE = path.join(ROOT, 'scripts', 'bundle-server.ts');

const BUILDS = {
  console: {
    name: 'console',
    folder: 'apps/console',
    /** Everything that it is built from. */
    sources: [
      'apps/console',
      'packages/api-client',
      'packages/base',
      'packages/charts',
      'packages/contract',
      'packages/editor',
      'packages/graph-view',
      'packages/inference',
      'packages/language',
      'packages/texts',
      'packages/ui',
      'docs/guides',
    ],
    command: [path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
  },
  workspace: {
    name: 'workspace server',
    folder: 'apps/workspace',
    sources: [
      'apps/workspace',
      'packages/base',
      'packages/contract',
      'packages/durable-files',
      'packages/engine',
      'packages/inference',
      'packages/language',
      'packages/object-stores',
      'packages/passwords',
    ],
    command: [BUNDLE, 'apps/workspace'],
  },
  cloud: {
    name: 'control plane',
    folder: 'apps/cloud',
    sources: [
      'apps/cloud',
      'packages/base',
      'packages/contract',
      'packages/durable-files',
      'packages/inference',
      'packages/object-stores',
      'packages/passwords',
      'packages/texts',
      'solutions/src',
    ],
    command: [BUNDLE, 'apps/cloud'],
  },
};
const SKIPPED = new Set(['node_modules', 'dist', 'test']);

/** Main files of what is built. */
export const WORKSPACE_SERVER = path.join(ROOT, BUILDS.workspace.folder, 'dist', 'main.js');
export const CONTROL_PLANE = path.join(ROOT, BUILDS.cloud.folder, 'dist', 'main.js');

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) yield* files(full);
    } else if (!/\.test\.tsx?$/.test(entry.name)) {
      yield full;
    }
  }
}

function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', BUNDLE]) hash.update(readFileSync(path.resolve(ROOT, file)));
  for (const folder of sources) {
    for (const file of files(path.join(ROOT, folder)))
      hash.update(path.relative(ROOT, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Exit code of the build; 0 at once when nothing has changed. */
async function build({ name, folder, sources, command }) {
  const print = fingerprint(sources);
  const stamp = path.join(ROOT, folder, 'dist', '.built-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return 0;
  console.log(`Building the ${name} …`);
  const code = await runNode(command, {
    cwd: path.join(ROOT, folder),
    // Whoever asks for it: test runners name another one, with which React is built for development.
    env: pinnedEnvironment({ NODE_ENV: 'production' }),
  });
  if (code === 0) writeFileSync(stamp, print);
  return code;
}

/** Builds what `npm start` runs. Returns a sentence that says what could not be built; null when all is built. */
export async function buildAll(builds = Object.values(BUILDS)) {
  for (const each of builds) {
    if ((await build(each)) !== 0) return `The ${each.name} could not be built; the messages above say why.`;
  }
  return null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  const failure = await buildAll(names.length === 0 ? undefined : names.map((name) => BUILDS[name]));
  if (failure !== null) {
    console.error(failure);
    process.exitCode = 1;
  }
}
