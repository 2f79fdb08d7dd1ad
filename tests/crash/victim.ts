/**
 * The process that is killed: opens the engine, reports its content, and on receiving a number continues with the
 * operations after it, reporting when each is acknowledged. Arguments: data folder, seed, folder of files.
 */
import { openEngine } from '@acacia/engine';
import { whole } from '../differential/check.ts';
import { queryText } from '../differential/text.ts';
import { replay } from './model.ts';
import { GRAPH, operation, perform, schemaOf, setupText } from './operations.ts';

const [dataDir = '', seedText = '', files = ''] = process.argv.slice(2);
const seed = Number(seedText);
const schema = schemaOf(seed);

const say = (message: object): boolean =>
  process.stdout.write(
    `${JSON.stringify(message, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}\n`,
  );

const engine = await openEngine({ dataDir, memoryLimitBytes: 2 ** 28, workers: 1, defaultTimeLimitMs: 0 });
if (!engine.graphs().includes(GRAPH) || engine.loadingJobs(GRAPH).length < 2) {
  let output = '';
  await engine.executeGsql('DROP ALL', { graph: null }, () => undefined);
  const code = await engine.executeGsql(setupText(schema), { graph: null }, (part) => {
    output += part;
  });
  if (code !== 0) throw new Error(output);
}
const { results } = await engine.interpretQuery(queryText(whole(schema)), GRAPH, {});
say({ kind: 'content', results });

process.stdin.setEncoding('utf8');
for await (const line of process.stdin) {
  const done = Number(line);
  const data = replay(seed, schema, done);
  for (let number = done + 1; ; number += 1) {
    await perform(engine, files, operation(seed, number, schema, data));
    say({ kind: 'done', number });
  }
}
