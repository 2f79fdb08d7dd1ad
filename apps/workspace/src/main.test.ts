/** The server as a process: its ready line, its stops, its refusals to start. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acacia-main-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

function launch(...flags: string[]): ChildProcess {
  const main = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [main, '--memory-mb', '256', '--workers', '1', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ACACIA_WORKSPACE_PASSWORD: 'chosen', ACACIA_GATEWAY_KEY: 'k' },
  });
  children.push(child);
  return child;
}

const READY = 'Workspace is ready at ';

/** The address of the ready line; fails with what the process said instead. */
async function ready(child: ChildProcess): Promise<string> {
  const errors = text(child.stderr as NodeJS.ReadableStream);
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (line.startsWith(READY)) return line.slice(READY.length);
  }
  throw new Error(`The workspace ended without being ready: ${await errors}`);
}

async function refusal(child: ChildProcess): Promise<{ code: number; message: string }> {
  const [message, [code]] = await Promise.all([
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { code, message };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  const exit = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exit) as [number | null];
  return code;
}

const authorization = `Basic ${btoa('tigergraph:chosen')}`;

it('keeps what it acknowledged through a clean stop and through SIGKILL', async () => {
  const data = join(folder, 'data');
  const gsql = async (origin: string, body: string) =>
    (
      await fetch(`${origin}/gsql/v1/statements`, { method: 'POST', headers: { authorization }, body })
    ).text();
  const upsert = (origin: string, id: string) =>
    fetch(`${origin}/restpp/graph/g`, {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify({ vertices: { v: { [id]: {} } } }),
    });
  const ids = async (origin: string) => {
    const answer = await fetch(`${origin}/restpp/graph/g/vertices/v`, { headers: { authorization } });
    const { results } = (await answer.json()) as { results: { v_id: string }[] };
    return results.map((row) => row.v_id).sort();
  };

  const first = launch('--port', '0', '--data', data);
  const origin = await ready(first);
  expect(origin).toMatch(/^http:\/\/localhost:\d+$/);
  await gsql(origin, 'CREATE VERTEX v (PRIMARY_ID id STRING)\nCREATE GRAPH g (*)');
  expect((await upsert(origin, 'a')).status).toBe(200);

  const again = await refusal(launch('--port', '0', '--data', data));
  expect(again.code).toBe(1);
  expect(again.message).toMatch(/is in use by another/);
  const port = new URL(origin).port;
  const samePort = await refusal(launch('--port', port, '--data', join(folder, 'other')));
  expect(samePort.message).toContain(`Port ${port} is in use.`);

  expect(await stop(first, 'SIGTERM')).toBe(0);
  const second = launch('--port', '0', '--data', data);
  const secondOrigin = await ready(second);
  expect(await ids(secondOrigin)).toEqual(['a']);
  expect((await upsert(secondOrigin, 'b')).status).toBe(200);
  await stop(second, 'SIGKILL');

  const third = launch('--port', '0', '--data', data);
  expect(await ids(await ready(third))).toEqual(['a', 'b']);
  expect(await stop(third, 'SIGINT')).toBe(0);
}, 60_000);

it('listens on a socket, and takes the place of one whose process died', async () => {
  const socket = join(folder, 'w.sock');
  const flags = ['--socket', socket, '--data', join(folder, 'data')];
  const ping = () =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ socketPath: socket, path: '/api/ping' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  const first = launch(...flags);
  expect(await ready(first)).toBe(socket);
  expect(await ping()).toBe(200);
  await stop(first, 'SIGKILL');
  const second = launch(...flags);
  await ready(second);
  expect(await ping()).toBe(200);
  const taken = await refusal(launch('--socket', socket, '--data', join(folder, 'other')));
  expect(taken.message).toContain('Another process listens on');
}, 60_000);

it('refuses a command line that it cannot use, with the usage', async () => {
  const { code, message } = await refusal(launch('--port', 'http'));
  expect(code).toBe(1);
  expect(message).toContain("--port must be a whole number from 0 to 65535, not 'http'.");
  expect(message).toContain('Usage: workspace');
});
