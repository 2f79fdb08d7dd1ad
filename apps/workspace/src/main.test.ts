/** The server as a process: its ready line, its shutdown, its refusals to start. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { PROMOTE } from '@acacia/contract';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';

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
  return launchWith(['pipe', 'pipe', 'pipe'], ...flags);
}

function launchWith(stdio: ('pipe' | 'ipc')[], ...flags: string[]): ChildProcess {
  const child = spawn(
    process.execPath,
    [inject('workspaceMain'), '--gateway-key-on-stdin', '--memory-mb', '256', '--workers', '1', ...flags],
    {
      stdio,
      env: { ...process.env, ACACIA_WORKSPACE_PASSWORD: 'chosen' },
    },
  );
  child.stdin?.end('k');
  children.push(child);
  return child;
}

const READY = 'Workspace is ready at ';

/** The address in the ready line; fails with the process's own message if there is none. */
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

/** Starts a standby process; resolves when it is ready. */
async function launchStandby(...flags: string[]): Promise<ChildProcess> {
  const child = launchWith(['pipe', 'pipe', 'pipe', 'ipc'], '--standby', ...flags);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [first] = (await Promise.race([once(lines, 'line'), once(child, 'exit')])) as [unknown];
  if (first !== 'Workspace is standing by') {
    throw new Error(`It does not stand by: ${await text(child.stderr as NodeJS.ReadableStream)}`);
  }
  return child;
}

/** Makes the standby process serve; resolves to the address in its ready line. */
async function promote(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const line = once(lines, 'line');
  child.send(PROMOTE);
  return String(((await line) as [string])[0]).slice(READY.length);
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
  const run = '/api/runs/4f4b6c0e-6c0d-4d53-9a54-0d6f1c1b8a11';
  const endless = 'INTERPRET QUERY () FOR GRAPH g { INT n; PRINT "begun"; WHILE true DO n = n + 1; END; }';
  const started = await fetch(`${secondOrigin}${run}`, {
    method: 'PUT',
    headers: { authorization },
    body: JSON.stringify({ type: 'GSQL', graph: 'g', text: endless }),
  });
  expect(await started.json()).toMatchObject({ results: { state: 'running' } });
  const results = join(data, 'runs', 'results');
  await writeFile(join(results, 'left'), 'of a killed process');
  await stop(second, 'SIGKILL');

  const third = launch('--port', '0', '--data', data);
  const thirdOrigin = await ready(third);
  expect(await ids(thirdOrigin)).toEqual(['a', 'b']);
  const known = await fetch(`${thirdOrigin}${run}`, { headers: { authorization } });
  expect(await known.json()).toMatchObject({ results: { state: 'interrupted', kept: false } });
  expect(await readdir(results)).toEqual([]);
  expect(await stop(third, 'SIGINT')).toBe(0);
}, 180_000);

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
}, 180_000);

it('refuses a command line that it cannot use, with the usage', async () => {
  const { code, message } = await refusal(launch('--port', 'http'));
  expect(code).toBe(1);
  expect(message).toContain("--port must be a whole number from 0 to 65535, not 'http'.");
  expect(message).toContain('Usage: workspace');
});

it('takes the place of a process that is killed, without a loss, and leaves its data alone before', async () => {
  const data = join(folder, 'data');
  const socket = join(folder, 'w.sock');
  const flags = ['--socket', socket, '--data', data];
  const answer = (method: string, path: string, body?: string) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      request({ socketPath: socket, path, method, headers: { authorization } }, (response) => {
        text(response).then((all) => resolve({ status: response.statusCode, body: all }), reject);
      })
        .on('error', reject)
        .end(body);
    });
  const standby = await launchStandby(...flags);
  await expect(stat(data)).rejects.toThrow('ENOENT');
  const first = launch(...flags);
  await ready(first);
  await answer('POST', '/gsql/v1/statements', 'CREATE VERTEX v (PRIMARY_ID id STRING)\nCREATE GRAPH g (*)');
  const upsert = JSON.stringify({ vertices: { v: { a: {} } } });
  expect((await answer('POST', '/restpp/graph/g', upsert)).status).toBe(200);

  const ended = once(first, 'exit');
  first.kill('SIGKILL');
  // The lock may still be held when the order comes.
  expect(await promote(standby)).toBe(socket);
  const query = await answer(
    'POST',
    '/gsql/v1/queries/interpret?graph=g',
    'INTERPRET QUERY () { S = {v.*}; PRINT S; }',
  );
  expect(query.status).toBe(200);
  expect(query.body).toContain('"v_id":"a"');
  await ended;
  expect(await stop(standby, 'SIGTERM')).toBe(0);
}, 180_000);

it('ends when whoever started it goes, and does not stand by for nobody', async () => {
  const standby = await launchStandby('--port', '0', '--data', join(folder, 'data'));
  const exit = once(standby, 'exit') as Promise<[number]>;
  standby.disconnect();
  expect((await exit)[0]).toBe(0);
  const alone = await refusal(launch('--standby', '--port', '0', '--data', join(folder, 'data')));
  expect(alone.message).toContain('--standby needs a channel');
  expect(alone.code).toBe(1);
}, 180_000);

it('is told that the data is still in use when its holder lives on', async () => {
  const data = join(folder, 'data');
  await ready(launch('--port', '0', '--data', data));
  const standby = await launchStandby('--port', '0', '--data', data);
  standby.send(PROMOTE);
  const said = await refusal(standby);
  expect(said.message).toContain('is in use by another');
  expect(said.code).toBe(1);
}, 180_000);

it('writes for its own account alone, also into a folder that was open to others', async () => {
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o755 });
  const child = launch('--port', '0', '--data', data);
  const origin = await ready(child);
  const call = (method: string, path: string, body: string): Promise<Response> =>
    fetch(`${origin}${path}`, { method, headers: { authorization }, body });
  await call('PUT', '/api/data-files/a.csv', 'x,1\n');
  const texts = [
    'CREATE VERTEX v (PRIMARY_ID id STRING, n INT)\nCREATE GRAPH g (*)',
    'USE GRAPH g\nCREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f="a.csv"; LOAD f TO VERTEX v VALUES ($0, $1); }\nRUN LOADING JOB j',
    'USE GRAPH g\nINTERPRET QUERY () { FILE f ("sub/out.csv", "777"); f.println(1); }\nEXPORT GRAPH ALL TO "all"',
  ];
  for (const each of texts)
    expect(await (await call('POST', '/gsql/v1/statements', each)).text()).not.toContain('ail');
  await call('POST', '/api/config', '{"GSQL.GithubUrl": "https://example.org"}');
  const open: string[] = [];
  for (const name of [...(await readdir(data, { recursive: true })), '.']) {
    const found = await stat(join(data, name));
    if ((found.mode & 0o777) !== (found.isDirectory() ? 0o700 : 0o600)) open.push(name);
  }
  expect(open).toEqual([]);
  expect(await readdir(join(data, 'output', 'users', 'tigergraph'))).toEqual(['all', 'sub']);
  await stop(child, 'SIGTERM');
}, 180_000);

it('alone, it writes to its own folder alone, without a word about that, and takes uploads all the same', async () => {
  const data = join(folder, 'data');
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'alone.ts'), '--port', '0', '--data', data, '--workers', '1'],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ACACIA_WORKSPACE_PASSWORD: 'chosen' } },
  );
  children.push(child);
  const said = text(child.stderr);
  const address = await ready(child);
  const authorization = `Basic ${Buffer.from('tigergraph:chosen').toString('base64')}`;
  const { status } = await fetch(new URL('/api/data-files/some.csv', address), {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/octet-stream' },
    body: '1,2\n',
  });
  expect(status).toBe(200);
  if (process.platform === 'linux')
    expect(await readFile(`/proc/${child.pid}/cmdline`, 'utf8')).toContain(`--allow-fs-write=${data}\0`);
  expect(await stop(child, 'SIGTERM')).toBe(0);
  expect(await said).toBe('');
});
