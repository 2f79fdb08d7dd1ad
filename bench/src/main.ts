/** `npm run bench -- [NAME]`: measures against peers or under load, writes `bench/results/NAME.json`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { benchLoad } from './load.ts';
import { benchPagerank } from './pagerank.ts';
import { reportOf, type Report } from './report.ts';
import { benchWorkgroups } from './workgroups.ts';

const BENCHES: Readonly<Record<string, () => Promise<Report>>> = {
  load: async () => reportOf(await benchLoad()),
  pagerank: async () => reportOf(await benchPagerank()),
  workgroups: benchWorkgroups,
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
  const { lines, record } = await bench();
  for (const line of lines) console.log(`  ${line}`);
  const whole = {
    name,
    at: new Date().toISOString(),
    processors: availableParallelism(),
    node: process.version,
    // Far above the number of processors, times say more of the machine than of us.
    load: loadavg()[0],
    ...record,
  };
  writeFileSync(path.join(RESULTS, `${name}.json`), `${JSON.stringify(whole, null, 2)}\n`);
}
