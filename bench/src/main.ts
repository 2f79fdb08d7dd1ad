/** `npm run bench -- [NAME]`: measures against peers, prints ratios, writes `bench/results/NAME.json`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { benchLoad } from './load.ts';
import type { Comparison } from './measure.ts';
import { benchPagerank } from './pagerank.ts';

const BENCHES: Readonly<Record<string, () => Promise<Comparison>>> = {
  load: benchLoad,
  pagerank: benchPagerank,
};
const RESULTS = path.resolve(import.meta.dirname, '../results');

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. Benches: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
mkdirSync(RESULTS, { recursive: true });
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name}`);
  const comparison = await bench();
  const [ours, ...peers] = comparison.timings;
  if (ours === undefined) continue;
  console.log(
    `  ${ours.name}: ${ours.medianMs.toFixed(0)} ms (${ours.minMs.toFixed(0)}–${ours.maxMs.toFixed(0)})`,
  );
  for (const peer of peers) {
    const ratio = comparison.ratios[peer.name] ?? Number.NaN;
    console.log(
      `  ${peer.name}: ${peer.medianMs.toFixed(0)} ms (${peer.minMs.toFixed(0)}–${peer.maxMs.toFixed(0)}); ours takes ${ratio.toFixed(2)} times as long`,
    );
  }
  const record = {
    name,
    at: new Date().toISOString(),
    processors: availableParallelism(),
    node: process.version,
    ...comparison,
  };
  writeFileSync(path.join(RESULTS, `${name}.json`), `${JSON.stringify(record, null, 2)}\n`);
}
