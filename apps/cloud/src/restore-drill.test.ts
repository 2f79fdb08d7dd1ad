/** The drill and the verification of the audit log as people run them: through the running Acacia, and without one. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cloudApi, type CloudCall, type Route } from '@acacia/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BUILT_CONTROL_PLANE, BUILT_WORKSPACE } from './testing/built-servers.ts';
import { freePort } from './testing/free-port.ts';
import { wideModes } from './testing/wide-modes.ts';

const HERE = path.dirname(fileURLToPath(import.meta.url));
let home: string;
let environment: NodeJS.ProcessEnv;
let port: number;
let acacia: ChildProcess;

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly code: Promise<number | null>;
}

function run(file: string, ...args: string[]): Run {
  const child = spawn(process.execPath, [path.resolve(HERE, file), ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => output, code };
}

async function command(file: string, ...args: string[]): Promise<[number | null, string]> {
  const { code, output } = run(file, ...args);
  return [await code, output()];
}
const drill = (...args: string[]) => command('restore-drill.ts', ...args);
const auditVerify = (...args: string[]) => command('audit-verify.ts', ...args);

async function call(name: CloudCall, token: string, params: Record<string, string>, body?: unknown) {
  const route: Route = cloudApi[name];
  const url = route.path.replace(/:([a-z_]+)/g, (_, key: string) => params[key] ?? '');
  const response = await fetch(`http://localhost:${port}/api${url}`, {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return ((await response.json()) as { Result: unknown }).Result;
}

const idOf = (result: unknown, key: string): string => (result as Record<string, string>)[key] ?? '';

/** Takes two backups of a workspace without data. */
async function fill(): Promise<void> {
  const token = (await command('token.ts'))[1].trim();
  const group = { name: 'G', cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' };
  const workgroup_id = idOf(await call('createWorkgroup', token, {}, group), 'workgroup_id');
  const database = await call('createDatabase', token, { workgroup_id }, { name: 'Data' });
  const body = {
    name: 'Shop',
    tg_database_id: idOf(database, 'database_id'),
    tg_version: '4.2.1',
    workspace_type_name: 'TG-00',
  };
  const workspace = await call('createWorkspace', token, { workgroup_id }, body);
  const params = { workgroup_id, workspace_id: idOf(workspace, 'workspace_id') };
  const soon = { timeout: 60_000, interval: 100 };
  const status = async () => idOf(await call('getWorkspace', token, params), 'status');
  await vi.waitFor(async () => expect(await status()).toBe('Active'), soon);
  for (const name of ['first', 'second']) {
    await call('createBackup', token, params, { name });
    const statuses = async () =>
      ((await call('listBackups', token, params)) as { status: string }[]).map((backup) => backup.status);
    await vi.waitFor(async () => expect(new Set(await statuses())).toEqual(new Set(['Succeed'])), soon);
  }
}

/** Flips one bit of the first file of every backup. */
function damage(): void {
  for (const entry of readdirSync(path.join(home, 'backups'), { recursive: true, withFileTypes: true })) {
    if (entry.name !== '0.zst') continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  }
}

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
  port = await freePort();
  environment = {
    ...process.env,
    ACACIA_HOME: home,
    PORT: String(port),
    ACACIA_FIRST_WORKSPACE_PORT: '26240',
    ACACIA_SAMPLE_AHEAD: 'off',
    ACACIA_WORKSPACE_SERVER: BUILT_WORKSPACE,
  };
  const started = run(BUILT_CONTROL_PLANE);
  acacia = started.child;
  const soon = { timeout: 60_000, interval: 20 };
  await vi.waitFor(() => expect(started.output()).toContain('Acacia is ready'), soon);
  await fill();
}, 180_000);
afterAll(async () => {
  if (acacia.exitCode === null && acacia.signalCode === null) {
    acacia.kill('SIGTERM');
    await new Promise((resolve) => acacia.once('exit', resolve));
  }
  rmSync(home, { recursive: true, force: true });
}, 120_000);

test('proves the newest backup of every database, or those that are chosen', async () => {
  const [code, output] = await drill();
  expect([code, output]).toEqual([0, expect.stringContaining('1 of 1 backups proved.')]);
  const [headings = '', row = '', more = ''] = output.split('\n');
  expect(headings).toMatch(/^Workspace +Database +Backup +Taken \(UTC\) +Size +Verdict +Compared$/);
  expect(row).toMatch(
    /^Shop +Data +second +\d{4}-\d\d-\d\d \d\d:\d\d +0\.\d MB +proved +Files: \d+ compared/,
  );
  expect(more.trim()).toMatch(/^Data: catalog and 0 types with 0 rows compared by checksum, all equal\.$/);
  expect(await drill('--workspace', 'Shop', '--all')).toEqual([
    0,
    expect.stringContaining('2 of 2 backups proved.'),
  ]);
  expect((await drill('--backup', 'first'))[1]).toContain('1 of 1 backups proved.');
}, 120_000);

test('backups and what proofs leave are for this account alone', () => {
  expect(readdirSync(home)).toContain('backups');
  expect(wideModes(home)).toEqual([]);
});

test('ends with 1 when nothing is so chosen, with 2 when it is misused', async () => {
  expect(await drill('--workspace', 'None')).toEqual([
    1,
    'There is no backup to prove that was so chosen.\n',
  ]);
  const [code, output] = await drill('--everything');
  expect([code, output]).toEqual([2, expect.stringContaining('Usage: npm run restore-drill')]);
}, 120_000);

test('the audit log is verified, and what was noted is missed in it', async () => {
  expect(await auditVerify()).toEqual([
    0,
    expect.stringMatching(/^\d+ rows? of the audit log (is|are) as sealed/),
  ]);
  expect(await auditVerify('--noted', `999:${'0'.repeat(64)}`)).toEqual([
    1,
    expect.stringContaining('NOT WHOLE:\nSeal 999, which was noted, is missing'),
  ]);
  expect(await auditVerify('--noted', '999')).toEqual([
    2,
    expect.stringContaining('Usage: npm run audit-verify'),
  ]);
}, 120_000);

test('finds damaged backups, with Acacia running and without', async () => {
  damage();
  const [code, output] = await drill('--all');
  expect([code, output]).toEqual([1, expect.stringContaining('0 of 2 backups proved.')]);
  expect(output).toMatch(/second .* NOT PROVED +Files: The file \S+ is damaged in the store/);

  acacia.kill('SIGKILL');
  await new Promise((resolve) => acacia.once('exit', resolve));
  const [codeAlone, outputAlone] = await drill('--all');
  expect([codeAlone, outputAlone]).toEqual([1, expect.stringContaining('0 of 2 backups proved.')]);
  expect(await auditVerify()).toEqual([0, expect.stringContaining('rows of the audit log are as sealed')]);
}, 180_000);
