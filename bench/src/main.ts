/**
 * `npm run bench -- [NAME …] [--size small|medium|large] [--rounds N] [--only TEXT]`: measures against peers
 * or under load, writes `bench/results/NAME.json`; for another size than small `NAME-SIZE.json`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { benchAlgorithms } from './algorithms/bench.ts';
import { benchBulk } from './bulk.ts';
import { benchCanvas } from './canvas/bench.ts';
import { benchCloudGuessers } from './cloud-guessers.ts';
import { benchCompile } from './compile.ts';
import { benchDesigner } from './designer.ts';
import { benchEditor } from './editor/bench.ts';
import { benchGuessers } from './guessers.ts';
import { benchInference } from './inference.ts';
import { benchLoad } from './load.ts';
import { benchLoading } from './loading.ts';
import { parseOptions, type BenchOptions } from './options.ts';
import { benchPatterns } from './patterns/bench.ts';
import { benchRevocation } from './revocation.ts';
import type { Report } from './report.ts';
import { benchVectors } from './vectors.ts';
import { benchSingles } from './singles.ts';
import { benchStart } from './start.ts';
import { benchTypes } from './types.ts';
import { benchUploads } from './uploads.ts';
import { benchUpserts } from './upserts.ts';
import { benchWake } from './wake.ts';
import { benchWalks } from './walks.ts';
import { benchWelcome } from './welcome.ts';
import { benchWorkgroups } from './workgroups.ts';

const BENCHES: Readonly<Record<string, (options: BenchOptions) => Promise<Report>>> = {
  load: benchLoad,
  algorithms: benchAlgorithms,
  patterns: benchPatterns,
  start: benchStart,
  compile: benchCompile,
  guessers: benchGuessers,
  upserts: benchUpserts,
  bulk: benchBulk,
  vectors: benchVectors,
  wake: benchWake,
  workgroups: benchWorkgroups,
  'cloud-guessers': benchCloudGuessers,
  revocation: benchRevocation,
  singles: benchSingles,
  inference: benchInference,
  editor: benchEditor,
  designer: benchDesigner,
  canvas: benchCanvas,
  uploads: benchUploads,
  loading: benchLoading,
  walks: benchWalks,
  types: benchTypes,
  welcome: benchWelcome,
};
const RESULTS = path.resolve(import.meta.dirname, '../results');

const { names, options } = parseOptions(process.argv.slice(2));
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. Benches: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
mkdirSync(RESULTS, { recursive: true });
for (const [name, bench] of Object.entries(BENCHES)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n${name}`);
  const { lines, record } = await bench(options);
  for (const line of lines) console.log(`  ${line}`);
  const whole = {
    name,
    at: new Date().toISOString(),
    processors: availableParallelism(),
    node: process.version,
    // Far above the number of processors, times say more of the machine than of us.
    load: loadavg()[0],
    size: options.size,
    ...record,
  };
  if (options.only !== '' || record === null) continue;
  const file = options.size === 'small' ? name : `${name}-${options.size}`;
  writeFileSync(path.join(RESULTS, `${file}.json`), `${JSON.stringify(whole, null, 2)}\n`);
}
