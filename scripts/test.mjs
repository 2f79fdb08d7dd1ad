// `npm test`: every check. Steps can be chosen by name: `npm test -- types unit`.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { ensureBrowser, NO_BROWSER } from './browser.mjs';
import { buildAll } from './build.mjs';
import { installPackages } from './install.mjs';
import { pinnedEnvironment, PINNED_NODE, ROOT } from './process.mjs';
import { endOf, failuresIn, readReport } from './reports.mjs';
import { makeScratch } from './scratch.mjs';

const SCRATCH = makeScratch();
// Else the folder would stay, and the memory that it takes.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
/** Servers are started hundreds of times: what Node compiled of them is kept for the run. */
const COMPILED = path.join(SCRATCH, 'compiled');
mkdirSync(COMPILED);

const tool = (...file) => path.join(ROOT, 'node_modules', ...file);

/** Niceness of steps that fill what another leaves of the processors, with all that they start. */
const YIELDING = 5;

/**
 * Runs one command. Its output is shown as it comes; or kept, where it is `quiet` and runs beside others until the
 * end. `report` is the file to which the command writes what it did: it keeps the terminal for itself. A command that
 * is `yielding` has the processors when others leave them.
 */
function command(args, { quiet = false, yielding = false, report, env = {} } = {}) {
  if (report !== undefined) rmSync(report, { force: true });
  return new Promise((resolve) => {
    const out = report === undefined ? 'pipe' : 'inherit';
    const child = spawn(PINNED_NODE, args, {
      cwd: ROOT,
      env: pinnedEnvironment({ TMPDIR: SCRATCH, NODE_COMPILE_CACHE: COMPILED, ...env }),
      stdio: ['ignore', out, out],
    });
    if (yielding && child.pid !== undefined) setPriority(child.pid, YIELDING);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
        if (!quiet) process.stdout.write(chunk);
      });
    }
    child.on('close', (code) => {
      resolve({ ok: code === 0, output, shown: !quiet, report: report && readReport(report) });
    });
  });
}

const quiet = { quiet: true };
let building;
/** Two steps may ask at once. */
const built = () => (building ??= buildAll());

/** Runs tests of vitest.config.ts; `projects` is its choice among the projects. */
async function vitest(name, projects, files, options = {}) {
  const failure = await built();
  if (failure !== null) return { ok: false, output: failure, shown: false };
  const report = path.join(ROOT, '.cache', `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return command([tool('vitest', 'vitest.mjs'), 'run', ...reporters, `--project=${projects}`, ...files], {
    ...options,
    report,
  });
}

const BROWSER_REPORT = path.join(ROOT, '.cache', 'browser.json');
const STEPS = {
  format: () => command([tool('oxfmt', 'bin', 'oxfmt'), '--check', '.'], quiet),
  // Beside `lint` for those who ask for it by name: `lint` checks the same types.
  types: () => command([tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json', '--noEmit'], quiet),
  lint: () => command([tool('oxlint', 'bin', 'oxlint'), '--format', 'unix'], quiet),
  dead: () => command([tool('knip', 'bin', 'knip.js'), '--no-progress', '--no-config-hints'], quiet),
  // Those of the control plane wait for databases and servers for half of their time.
  cloud: (files = []) => vitest('cloud', 'cloud', files, { yielding: true }),
  unit: (files = []) => vitest('unit', '!cloud', files),
  // Short runs, of seeds that meet each kind of fault; docs/CONTRIBUTING.md names the long ones.
  differential: () => command(['tests/differential/main.ts', '--cases', '180'], quiet),
  // Of four kills the third meets a store that is being opened; the others writes, queries and loads.
  crash: () => command(['tests/crash/main.ts', '--kills', '4', '--seed', '326'], quiet),
  // A cut, a full disk, refused and torn writes, a failed sync and slow ones; stores closed, reopened and left open.
  disk: () => command(['tests/disk/main.ts', '--seeds', '3', '--from', '21'], quiet),
  hostile: () => command(['tests/hostile/main.ts', '--seconds', '12', '--seed', '1'], quiet),
  // Each kind of process once, in operations that another seed chooses each time.
  faults: () => command(['tests/faults/main.ts', '--runs', '4', '--stop'], quiet),
  // Done early, beside steps that compute: a browser has to be fetched.
  build: async () => {
    const chromium = ensureBrowser();
    if (chromium === undefined) return { ok: false, output: NO_BROWSER, shown: false };
    const failure = await built();
    if (failure === null) return { ok: true, chromium };
    return { ok: false, output: failure, shown: false };
  },
  browser: async (files = []) => {
    const { chromium, ...build } = await STEPS.build();
    if (!build.ok) return build;
    return command([tool('@playwright', 'test', 'cli.js'), 'test', '-c', 'tests/e2e', ...files], {
      report: BROWSER_REPORT,
      env: { ACACIA_CHROMIUM: chromium, ACACIA_BROWSER_REPORT: BROWSER_REPORT },
    });
  },
};
/**
 * Steps of one row are begun in this order, two at a time. The pages of `browser` have to answer in time: it never meets
 * `unit`, which would use both cores. `cloud` waits for half of its time, and takes what the journeys leave.
 */
const PLAN = [
  ['build', 'lint', 'format', 'dead'],
  ['browser', 'cloud'],
  ['unit', 'crash', 'disk', 'faults', 'hostile', 'differential'],
];
const AT_ONCE = 2;

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

async function timed(name) {
  const start = Date.now();
  const { ok, output = '', shown, report } = await STEPS[name]();
  if (report !== undefined) {
    console.log(`Slowest files of ${name}:`);
    for (const { file, ms } of report.slowest) console.log(`${seconds(ms).padStart(9)}  ${file}`);
  }
  console.log(`${ok ? '✔' : '✘'} ${name} (${seconds(Date.now() - start)})`);
  if (!ok && !shown && output !== '') console.log(output);
  return {
    name,
    ok,
    failedFiles: report?.failedFiles ?? [],
    end: ok || shown ? [] : endOf(output),
    failures: ok ? [] : (report?.failed ?? failuresIn(output)),
  };
}

async function timedRow(names) {
  const results = [];
  const waiting = names.values();
  const work = async () => {
    for (const name of waiting) results.push(await timed(name));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

/** More files than that fail for one fault: to run them again tells nothing. */
const MOST_AGAIN = 4;

/**
 * Runs files that failed beside the others once more, with the machine to themselves, and notes whether they pass then:
 * that tells a race, of the test or of the product, from a plain fault. The step has failed all the same.
 */
async function runAgain(result) {
  const { name, failedFiles } = result;
  if (failedFiles.length === 0 || failedFiles.length > MOST_AGAIN) return result;
  console.log(`Once more, alone: ${failedFiles.join(', ')}`);
  return { ...result, passedAlone: (await STEPS[name](failedFiles)).ok };
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(STEPS).join(', ')}.`);
  process.exit(2);
}
await installPackages();
const start = Date.now();
const results = [];
for (const row of PLAN) {
  results.push(...(await timedRow(row.filter((name) => asked.length === 0 || asked.includes(name)))));
}
if (asked.includes('types')) results.push(await timed('types'));
for (const [place, result] of results.entries()) results[place] = await runAgain(result);
const failed = results.filter(({ ok }) => !ok);
// Once more: the output stands in the midst of the log, and whoever keeps a part of a log keeps its end.
for (const { name, end } of failed.filter(({ end }) => end.length > 0)) {
  console.log(`The end of the output of ${name}:`);
  for (const line of end) console.log(`  ${line}`);
}
for (const { name, failures, passedAlone = false } of failed) {
  console.log(`Failed in ${name}${passedAlone ? ', and passed alone: look for a race' : ''}:`);
  for (const failure of failures) console.log(`  ${failure}`);
}
if (failed.length > 0) console.log(`Run one step again with: npm test -- ${failed[0].name}`);
console.log(
  `steps: ${results.length - failed.length} passed, ${failed.length} failed, in ${seconds(Date.now() - start)}`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
