/**
 * The process whose disk fails: opens a store, reports its content, and performs the operations of a seed, reporting
 * when each is acknowledged or refused. Arguments: data folder, seed, folder of files, operations done before,
 * operations to do.
 */
import { EngineError, openEngine, type Engine } from '@acacia/engine';
import { openKeptFiles } from '../../apps/workspace/src/storage/kept-files.ts';
import { whole } from '../differential/check.ts';
import { queryText } from '../differential/text.ts';
import { replay } from '../crash/model.ts';
import { GRAPH, operation, perform, schemaOf, setupText } from '../crash/operations.ts';
import { EXTRA_SETUP, keep, performExtra } from './extra.ts';

const [dataDir = '', seedText = '', files = '', doneText = '', countText = ''] = process.argv.slice(2);
const seed = Number(seedText);
const first = Number(doneText) + 1;
const last = first + Number(countText) - 1;
const schema = schemaOf(seed);
/** Number of the operation before which every second seed closes its store and opens it again. */
const REOPENED_AT = 4;
/** Attempts for a refused operation. */
const ATTEMPTS = 3;

const say = (message: object): boolean =>
  process.stdout.write(
    `${JSON.stringify(message, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}\n`,
  );

/** Reports a refusal, and whether its message is a sentence for people. */
function refused(what: string, error: unknown): void {
  const { message, code } = error as NodeJS.ErrnoException;
  // A load names the cause of its failure in its report.
  const known = error instanceof EngineError || code !== undefined || /^The load \w+: The /.test(message);
  say({ kind: 'refused', what, known, code: code ?? '', message });
}

async function attempt(what: string, work: () => Promise<unknown>): Promise<boolean> {
  for (let left = ATTEMPTS; left > 0; left -= 1) {
    try {
      await work();
      return true;
    } catch (error) {
      refused(what, error);
    }
  }
  return false;
}

async function shell(engine: Engine, text: string): Promise<void> {
  let output = '';
  const code = await engine.executeGsql(text, { graph: null }, (part) => (output += part));
  if (code !== 0) throw new EngineError('GSQL', output);
}

async function main(): Promise<void> {
  let opened: Engine | undefined;
  const open = (): Promise<boolean> =>
    attempt('open', async () => {
      opened = await openEngine({ dataDir, memoryLimitBytes: 2 ** 28, workers: 1, defaultTimeLimitMs: 0 });
    });
  if (!(await open()) || opened === undefined) return;
  let engine: Engine = opened;
  if (first === 1) {
    const setUp = async (): Promise<void> => {
      await shell(engine, 'DROP ALL');
      await shell(engine, setupText(schema));
      await shell(engine, EXTRA_SETUP);
    };
    if (!(await attempt('setup', setUp))) return;
    say({ kind: 'set up' });
  }
  const content = async (): Promise<void> => {
    const { results } = await engine.interpretQuery(queryText(whole(schema)), GRAPH, {});
    say({ kind: 'content', results });
  };
  const kept = openKeptFiles(dataDir, false);
  const data = replay(seed, schema, first - 1);
  for (let number = first; number <= last; number += 1) {
    if (number === REOPENED_AT && seed % 2 === 0) {
      // With a checkpoint, and a new log after it.
      await engine.close();
      if (!(await open())) return;
      engine = opened;
    }
    const done = operation(seed, number, schema, data);
    let refusals = 0;
    const performed = await attempt('operation', async () => {
      // A refused operation has left nothing.
      if (refusals > 0) await content();
      refusals += 1;
      await perform(engine, files, done);
    });
    if (!performed) return;
    say({ kind: 'done', number });
    if (!(await attempt('extra', () => performExtra(engine, number, files)))) return;
    say({ kind: 'extra', number });
    if (!(await attempt('kept', () => keep(kept, number)))) return;
    say({ kind: 'kept', number });
  }
  if (seed % 3 === 0) await engine.close();
  say({ kind: 'closed' });
}

await main();
process.exit(0);
