import { cloudApi, type RoleGrant } from '@acacia/contract';
import { expect, it, test } from 'vitest';
import { aWorkgroup } from '../../testing/records.ts';
import { doings, places, whyText } from './why.ts';

const PAUSE = 'Suspend a workspace until the next request wakes it (Idle)';
const all = places([aWorkgroup()]);
const grants: readonly RoleGrant[] = [
  { name: 'workspace-users', workgroup_id: 'g1', workspace_id: 'w1' },
  { name: 'workgroup-admins', workgroup_id: 'g1', workspace_id: null },
];
function why(label: string, key: string, held = grants) {
  const doing = doings(cloudApi).find((each) => each.label === label);
  const where = all.find((each) => each.key === key);
  if (doing === undefined || where === undefined) throw new Error('There is no such doing or place.');
  return whyText(held, doing, where, all);
}

test.each([
  [
    'See: one workspace',
    'w1',
    'Yes, as Workspace Member of Workgroup-1 / Workspace-1 and Workgroup Admin of Workgroup-1.',
  ],
  [PAUSE, 'w1', 'Yes, as Workgroup Admin of Workgroup-1.'],
  [
    'Delete a workgroup that holds no workspace, with its databases',
    'g1',
    'No. It needs the role Organization Admin there.',
  ],
])('%s at %s: %s', (label, key, answer) => expect(why(label, key)).toBe(answer));

it('says which role is missing', () => {
  expect(why(PAUSE, 'w1', [])).toBe(
    'No. It needs the role Organization Admin, Workgroup Admin, or Workspace Admin there.',
  );
});

it('has each thing to do once, and none that everybody may', () => {
  const labels = doings(cloudApi).map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).not.toContain('The signed-in user');
});
