/** Latency of one reader of a workspace while many try wrong passwords, as the 99th percentile of its reads. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchOptions } from './options.ts';
import type { Report } from './report.ts';

const CROWDS = [0, 24, 400];
/** Milliseconds of reading for each of them, and between two reads. */
const READING = 10_000;
const PAUSE = 5;
/** Milliseconds that a read may take at p99 beside guessers. */
const GOAL = 50;
const SCHEMA = 'CREATE VERTEX V (PRIMARY_ID id STRING)\nCREATE GRAPH G (V)';

interface Crowd {
  readonly guessers: number;
  readonly guesses: number;
  readonly reads: number;
  readonly p50: number;
  readonly p99: number;
}

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

async function read(origin: string, authorization: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${origin}/restpp/graph/G/vertices/V/a`, { headers: { authorization } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`The reader was answered with ${answer.status}.`);
  return performance.now() - began;
}

async function measure(origin: string, authorization: string, guessers: number): Promise<Crowd> {
  const crowd = fork(path.join(import.meta.dirname, 'guessers-client.ts'), [origin, String(guessers)]);
  await once(crowd, 'message');
  const times: number[] = [];
  for (const end = performance.now() + READING; performance.now() < end; await delay(PAUSE))
    times.push(await read(origin, authorization));
  crowd.send('end');
  const [guesses] = (await once(crowd, 'message')) as [number];
  times.sort((a, b) => a - b);
  return { guessers, guesses, reads: times.length, p50: at(times, 0.5), p99: at(times, 0.99) };
}

export async function benchGuessers(_options: BenchOptions): Promise<Report> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-guessers-'));
  const server = fork(path.join(import.meta.dirname, 'workspace-server.ts'), [folder]);
  try {
    const [origin] = (await once(server, 'message')) as [string];
    // The reader who has signed in goes on: guesses from the same address are limited, the reader is not.
    const password = `Basic ${btoa('tigergraph:tigergraph')}`;
    const post = async (route: string, body: string): Promise<string> =>
      (await fetch(origin + route, { method: 'POST', body, headers: { authorization: password } })).text();
    await post('/gsql/v1/statements', SCHEMA);
    await post('/restpp/graph/G', '{"vertices":{"V":{"a":{}}}}');
    const crowds: Crowd[] = [];
    for (const guessers of CROWDS) crowds.push(await measure(origin, password, guessers));
    return {
      lines: crowds.map(
        ({ guessers, guesses, reads, p50, p99 }) =>
          `beside ${guessers} guessers (${guesses} guesses): ${reads} reads, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${p99 < GOAL ? '' : `, more than ${GOAL} ms`}`,
      ),
      record: { goalMs: GOAL, crowds },
    };
  } finally {
    server.send('end');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}
