// `npm test`: every check. Steps can be chosen by name: `npm test -- types unit`.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { buildConsole } from './console-build.mjs';
import { installPackages } from './install.mjs';
import { pinnedEnvironment, PINNED_NODE, ROOT } from './process.mjs';

const tool = (...file) => path.join(ROOT, 'node_modules', ...file);

/** Runs one command; its output is shown as it comes, or kept until the end when it runs beside others. */
function command(args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(PINNED_NODE, args, {
      cwd: ROOT,
      env: pinnedEnvironment(env),
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.on('exit', (code) => resolve({ ok: code === 0, output }));
  });
}

const quiet = { quiet: true };
const STEPS = {
  format: () =>
    command([tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.'], quiet),
  types: () => command([tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json', '--noEmit'], quiet),
  lint: () =>
    command(
      [
        '--max-old-space-size=6144',
        tool('eslint', 'bin', 'eslint.js'),
        '.',
        '--max-warnings',
        '0',
        '--cache',
        '--cache-location',
        '.cache/eslint',
      ],
      quiet,
    ),
  dead: () => command([tool('knip', 'bin', 'knip.js'), '--no-progress'], quiet),
  unit: () => command([tool('vitest', 'vitest.mjs'), 'run', '--reporter=default']),
  differential: () => command(['tests/differential/main.ts', '--cases', '4000'], quiet),
  crash: () => command(['tests/crash/main.ts', '--kills', '20'], quiet),
  disk: () => command(['tests/disk/main.ts', '--seeds', '12'], quiet),
  hostile: () => command(['tests/hostile/main.ts', '--seconds', '45', '--seed', '1'], quiet),
  faults: () => command(['tests/faults/main.ts', '--runs', '20', '--stop']),
  browser: async () => {
    const chromium = ensureBrowser();
    const built = await buildConsole();
    if (built !== 0) return { ok: false, output: 'The console could not be built.' };
    return command([tool('@playwright', 'test', 'cli.js'), 'test', '-c', 'tests/e2e'], {
      env: { ACACIA_CHROMIUM: chromium },
    });
  },
};
/** Steps of one row run side by side. */
const PLAN = [
  ['format', 'types'],
  ['lint', 'dead'],
  ['unit'],
  ['differential', 'crash', 'disk'],
  ['hostile'],
  ['faults'],
  ['browser'],
];

async function timed(name) {
  const start = Date.now();
  const { ok, output } = await STEPS[name]();
  console.log(`${ok ? '✔' : '✘'} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  if (!ok && output !== '') console.log(output);
  return { name, ok };
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(STEPS).join(', ')}.`);
  process.exit(2);
}
installPackages();
const results = [];
for (const row of PLAN) {
  const wanted = row.filter((name) => asked.length === 0 || asked.includes(name));
  results.push(...(await Promise.all(wanted.map(timed))));
}
const failed = results.filter(({ ok }) => !ok).map(({ name }) => name);
if (failed.length > 0)
  console.log(`Failed: ${failed.join(', ')}. Run one again with: npm test -- ${failed[0]}`);
console.log(`steps: ${results.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
