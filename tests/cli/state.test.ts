/** The state of an organisation as files: exported, planned and applied, against real control planes. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStage, type Stage } from './stage.ts';
import { acacia, type Ended } from './terminal.ts';

let stage: Stage;
let other: Stage;
beforeAll(async () => {
  stage = await startStage();
  other = await startStage();
});
afterAll(async () => {
  await stage.stop();
  await other.stop();
});

const at = (place: Stage, words: readonly string[], answer?: string): Promise<Ended> =>
  acacia(words, {
    folder: stage.folder,
    env: { ...place.env, ACACIA_API_KEY: place.server.admin },
    ...(answer === undefined ? {} : { answer }),
  });

async function good(place: Stage, line: string): Promise<string> {
  const ended = await at(place, line.split(' '));
  expect([ended.code, ended.code === 0 ? '' : ended.err]).toEqual([0, '']);
  return ended.out;
}

const file = (name: string): string => path.join(stage.folder, 'state', name);
const sales = (): string => readFileSync(file('workgroups/Sales.yaml'), 'utf8');

/** An organisation with something of each kind. */
async function furnish(): Promise<void> {
  const { server } = stage;
  const workgroup_id = await server.workgroup('Sales');
  const { id } = await server.workspace(workgroup_id, 'shop');
  const there = '--workspace shop';
  const params = { workgroup_id, workspace_id: id };
  await server.call('updateBackupSchedule', { params, body: { pause: false, schedule: '0 3 * * 0' } });
  await good(
    stage,
    `schedules create ${there} --timezone Europe/Berlin --repeat WEEKLY --date 2030-01-01 --time 20:00 --repeat-on 1,2 --workspace-type-name Pause`,
  );
  await good(
    stage,
    `alert-rules create ${there} --metric tigergraph_cpu_usage --threshold 85 --recipient-list a@b.org`,
  );
  await good(stage, 'allow-list add --workgroup Sales --cidr 198.51.100.0/24 --note Office');
  await good(stage, 'databases create --workgroup Sales --name spare');
  for (const email of ['ann@example.org', 'bob@example.org']) {
    await server.call('inviteUsers', { body: { users: [{ email, roles: ['users'] }] } });
  }
  await server.call('assignRoles', {
    body: {
      userEmail: 'ann@example.org',
      workspacesToAssignUser: [id],
      billingRoleToAssign: 'billing-viewers',
    },
  });
  await server.call('assignRoles', {
    body: { userEmail: 'bob@example.org', workgroupsToAssignAdmin: [workgroup_id] },
  });
}

test('an export has no differences, and is the same again, without ids and secrets', async () => {
  await furnish();
  await good(stage, 'export state');
  expect(await good(stage, 'plan state')).toBe('0 differences.\n');
  const first = [
    sales(),
    readFileSync(file('users.yaml'), 'utf8'),
    readFileSync(file('organization.yaml'), 'utf8'),
  ];
  await good(stage, 'export state');
  expect([sales(), readFileSync(file('users.yaml'), 'utf8')]).toEqual(first.slice(0, 2));
  for (const part of [
    'shop',
    '198.51.100.0/24',
    'Office',
    'tigergraph_cpu_usage',
    '0 3 * * 0',
    'Pause',
    'spare',
  ]) {
    expect(first[0]).toContain(part);
  }
  expect(first[1]).toMatch(/ann@example\.org[^]*billing-viewers[^]*Sales\/shop: user[^]*bob@example\.org/);
  expect(first.join('\n')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|password|secret|ak_/i);
});

test('a change of a file is planned by its fields, applied, and then no difference', async () => {
  const text = sales()
    .replace('auto_stop_minutes: 60', 'auto_stop_minutes: 90')
    .replace('threshold: 85', 'threshold: 70')
    .replace('note: Office', 'note: Headquarters')
    .replace('20:00', '21:30');
  writeFileSync(file('workgroups/Sales.yaml'), text);
  const planned = await good(stage, 'plan state');
  expect(planned).toContain('~ workspace Sales/shop\n    auto_stop_minutes: 60 → 90\n');
  expect(planned).toContain('~ allow-list Sales 198.51.100.0/24\n    note: "Office" → "Headquarters"\n');
  expect(planned).toMatch(/- alert-rule Sales\/shop tigergraph_cpu_usage 85 %\n\+ alert-rule .* 70 %\n/);
  expect(planned).toMatch(/6 differences\.\n$/);

  const alone = await at(stage, ['apply', 'state']);
  expect([alone.code, alone.err]).toEqual([2, 'apply changes the organisation: add --yes.\n']);
  const asked = await at(stage, ['apply', 'state'], 'no');
  expect([asked.code, asked.err]).toEqual([2, 'Apply? (y/N) Nothing was changed.\n']);
  expect(await good(stage, 'plan state')).toBe(planned);

  await good(stage, 'apply state --yes');
  expect(await good(stage, 'plan state')).toBe('0 differences.\n');
  expect(await good(stage, 'apply state --yes')).toBe('0 differences.\n');
});

test('the files make the same organisation elsewhere', async () => {
  const planned = await good(other, 'plan state');
  expect(planned).toContain('+ workgroup Sales\n');
  await good(other, 'apply state --yes');
  expect(await good(other, 'plan state')).toBe('0 differences.\n');
  await good(other, 'export state-of-other');
  expect(readFileSync(path.join(stage.folder, 'state-of-other/workgroups/Sales.yaml'), 'utf8')).toBe(sales());
});

test('what the files do not have is kept, and removed with --delete alone', async () => {
  rmSync(file('workgroups/Sales.yaml'));
  const users = readFileSync(file('users.yaml'), 'utf8')
    .replace(/- email: bob[^]*?(?=- email|$)/, '')
    .replace(/workspaces:\n +Sales\/shop: user/, 'workspaces: {}');
  writeFileSync(file('users.yaml'), users);
  const kept = await good(stage, 'plan state');
  expect(kept).toMatch(
    /\nNot in the files, and kept without --delete:\n- user bob@example\.org\n- workspace Sales\/shop\n/,
  );
  expect(kept).toMatch(/- workgroup Sales\n1 difference\.\n$/);
  await good(stage, 'apply state --delete --yes');
  expect(await good(stage, 'plan state --delete')).toBe('0 differences.\n');
  expect(await good(stage, 'workgroups list')).toBe('Nothing found.\n');
});

test('files that cannot be are refused by their name and field', async () => {
  const none = await at(stage, ['plan', 'nowhere']);
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('There is no organization.yaml')]);
  writeFileSync(file('workgroups/New.yaml'), 'name: New\nregion: 5\n');
  const wrong = await at(stage, ['plan', 'state']);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('workgroups/New.yaml: region: ')]);
  writeFileSync(file('workgroups/New.yaml'), 'name: [');
  const broken = await at(stage, ['apply', 'state', '--yes']);
  expect([broken.code, broken.err]).toEqual([2, expect.stringMatching(/^workgroups\/New\.yaml: .*line 1/)]);
});
