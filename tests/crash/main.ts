/**
 * Kills an engine at random moments of writes, queries that write and loads, and checks that each acknowledged
 * operation is there and none is half done: `npm run crash -- [--kills 200] [--seed N]`.
 */
import { asError } from '@acacia/base';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { sorted } from '../conformance/case-file.ts';
import type { Data, Schema } from '../differential/graph.ts';
import { createRandom, type Random } from '../random.ts';
import { contents, emptyData } from './model.ts';
import { operation, schemaOf } from './operations.ts';

/** Kills of one store, before another one begins. */
const KILLS_OF_A_STORE = 20;
const LONGEST_RUN_MS = 1_200;
const START_MS = 900;
const LIMIT_MS = 120_000;

type Message =
  | { readonly kind: 'content'; readonly results: unknown }
  | { readonly kind: 'done'; readonly number: number };

/** JSON with whole numbers beyond 2^53 as texts that end with `n`. */
const parse = (line: string): Message =>
  JSON.parse(line, (_key, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as Message;

class Fault extends Error {}

/** One store and its expected content. */
class Store {
  readonly #seed: number;
  readonly #schema: Schema;
  readonly #folder: string;
  readonly #data: Data = emptyData();
  #done = 0;

  constructor(seed: number, folder: string) {
    this.#seed = seed;
    this.#schema = schemaOf(seed);
    this.#folder = folder;
  }

  get done(): number {
    return this.#done;
  }

  #advance(): void {
    this.#done += 1;
    operation(this.#seed, this.#done, this.#schema, this.#data);
  }

  /** The content must be that of the acknowledged operations, or of the one under way at the kill as well. */
  #compare(results: unknown): void {
    const found = sorted(results);
    if (isDeepStrictEqual(found, sorted(contents(this.#schema, this.#data)))) return;
    this.#advance();
    if (isDeepStrictEqual(found, sorted(contents(this.#schema, this.#data)))) return;
    throw new Fault(
      `The store holds neither what ${this.#done - 1} nor what ${this.#done} operations of seed ${this.#seed} make.`,
    );
  }

  /** Starts a process on the store and kills it; returns its progress. */
  async kill(random: Random): Promise<string> {
    const child = spawn(
      process.execPath,
      [
        path.join(import.meta.dirname, 'victim.ts'),
        path.join(this.#folder, 'data'),
        String(this.#seed),
        this.#folder,
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    let errors = '';
    child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
    const exited = new Promise<NodeJS.Signals | null>((resolve) =>
      child.on('exit', (_code, signal) => resolve(signal)),
    );
    const kill = (): boolean => child.kill('SIGKILL');
    const tooLong = setTimeout(kill, LIMIT_MS);
    const whileStarting = random.next() < 0.2;
    const moment = Math.floor(random.next() * (whileStarting ? START_MS : LONGEST_RUN_MS));
    if (whileStarting) void delay(moment).then(kill);
    const before = this.#done;
    let opened = false;
    let failure: Error | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      const message = parse(line);
      if (message.kind === 'done') this.#advance();
      else {
        opened = true;
        try {
          this.#compare(message.results);
        } catch (error) {
          failure = asError(error);
          kill();
          continue;
        }
        child.stdin.on('error', () => undefined).write(`${this.#done}\n`);
        if (!whileStarting) void delay(moment).then(kill);
      }
    }
    const signal = await exited;
    clearTimeout(tooLong);
    if (failure !== undefined) throw failure;
    if (signal !== 'SIGKILL') throw new Fault(`The process ended by itself: ${errors}`);
    if (!whileStarting && !opened)
      throw new Fault(`The store did not open within ${LIMIT_MS / 1000} s. ${errors}`);
    if (whileStarting) return `killed ${moment} ms into its start${opened ? ', opened' : ''}`;
    return `killed after ${moment} ms and ${this.#done - before} operations`;
  }
}

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
const random = createRandom(seed);
let faults = 0;
let operations = 0;
for (let made = 0; made < kills && faults === 0;) {
  const folder = await mkdtemp(path.join(tmpdir(), 'acacia-crash-'));
  const store = new Store(seed * 1000 + made, folder);
  try {
    for (let each = 0; each < KILLS_OF_A_STORE && made < kills; each += 1) {
      made += 1;
      console.log(`${String(made).padStart(String(kills).length)}/${kills} ${await store.kill(random)}`);
    }
    operations += store.done;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    faults += 1;
    console.error(`${error.message}\nThe store is kept in ${folder}.`);
    continue;
  }
  await rm(folder, { recursive: true, force: true });
}
console.log(`${kills} kills, ${operations} operations, ${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;
