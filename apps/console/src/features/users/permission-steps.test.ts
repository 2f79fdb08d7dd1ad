import type { RoleGrant } from '@acacia/contract';
import { describe, expect, it } from 'vitest';
import { aWorkgroup, aWorkspace } from '../../testing/records.ts';
import {
  billingField,
  edited,
  groupField,
  NO_EDITS,
  permissionsOf,
  spaceField,
  stepsBetween,
  withEdits,
  type Edit,
} from './permission-steps.ts';

const ANN = { userId: 'u2', email: 'ann@example.org' };
const grant = (
  name: RoleGrant['name'],
  workgroup_id: string | null = null,
  workspace_id: string | null = null,
) => ({
  name,
  workgroup_id,
  workspace_id,
});
const one = aWorkgroup({
  workspaces: [aWorkspace(), aWorkspace({ workspace_id: 'w2', name: 'Workspace-2' })],
});
const two = aWorkgroup({
  workgroup_id: 'g2',
  name: 'Workgroup-2',
  workspaces: [aWorkspace({ workspace_id: 'w3', workgroup_id: 'g2' })],
});

function after(grants: readonly RoleGrant[], ...edits: readonly Edit[]) {
  const held = permissionsOf(grants);
  const wanted = withEdits(held, edits.reduce(edited, NO_EDITS));
  return { wanted, steps: stepsBetween(ANN, [one, two], held, wanted) };
}

describe('the fields', () => {
  it('are all locked of an organization admin', () => {
    const { wanted, steps } = after([], { kind: 'organization', role: 'org-admins' });
    expect(billingField(wanted).locked).toBe('An organization admin has every role.');
    expect(groupField(wanted, 'g1')).toMatchObject({
      role: 'workgroup-admins',
      locked: 'An organization admin has every role.',
    });
    expect(spaceField(wanted, 'g1', 'w1')).toMatchObject({
      role: 'workspace-admins',
      locked: 'An organization admin has every role.',
    });
    expect(steps).toEqual([
      { call: 'setUserRoles', params: { user_id: 'u2' }, body: { roles: ['super-admins'] } },
    ]);
  });

  it('of the workspaces are those of admins and locked, of a workgroup admin', () => {
    const { wanted, steps } = after(
      [grant('workspace-users', 'g1', 'w1')],
      { kind: 'space', id: 'w2', role: 'workspace-users' },
      { kind: 'group', group: one, role: 'workgroup-admins' },
    );
    expect(spaceField(wanted, 'g1', 'w1')).toMatchObject({
      role: 'workspace-admins',
      locked: 'A workgroup admin is admin of all workspaces of the workgroup.',
    });
    expect(spaceField(wanted, 'g2', 'w3')).toEqual({ role: 'users', locked: undefined });
    // The edit of the other workspace went with the choice.
    expect(steps).toEqual([
      {
        call: 'assignRoles',
        body: {
          userEmail: ANN.email,
          workgroupsToAssignAdmin: ['g1'],
          workspacesToAssignAdmin: [],
          workspacesToAssignUser: [],
        },
      },
    ]);
  });

  it('of a person changed to member again are those of the roles held', () => {
    const { wanted, steps } = after(
      [grant('workspace-users', 'g1', 'w1')],
      { kind: 'space', id: 'w1', role: 'workspace-admins' },
      { kind: 'organization', role: 'org-admins' },
      { kind: 'organization', role: 'users' },
    );
    expect(spaceField(wanted, 'g1', 'w1')).toEqual({ role: 'workspace-users', locked: undefined });
    expect(steps).toEqual([]);
  });
});

describe('the calls', () => {
  it('are none without a difference', () => {
    const grants = [grant('billing-viewers'), grant('workgroup-admins', 'g2')];
    expect(after(grants, { kind: 'billing', role: 'billing-viewers' }).steps).toEqual([]);
  });

  it('change the organisation first, then billing, then each workgroup: what is given before what is taken', () => {
    const { steps } = after(
      [
        grant('org-admins'),
        grant('billing-admins'),
        grant('workspace-admins', 'g1', 'w1'),
        grant('workgroup-admins', 'g2'),
      ],
      { kind: 'organization', role: 'users' },
      { kind: 'billing', role: 'users' },
      { kind: 'space', id: 'w2', role: 'workspace-admins' },
      { kind: 'space', id: 'w1', role: 'users' },
      { kind: 'group', group: two, role: 'users' },
      { kind: 'space', id: 'w3', role: 'workspace-users' },
    );
    const of = { userEmail: ANN.email };
    expect(steps).toEqual([
      { call: 'setUserRoles', params: { user_id: 'u2' }, body: { roles: ['users'] } },
      { call: 'revokeRoles', body: { ...of, billingRoleToRevoke: 'billing-admins' } },
      {
        call: 'assignRoles',
        body: {
          ...of,
          workgroupsToAssignAdmin: [],
          workspacesToAssignAdmin: ['w2'],
          workspacesToAssignUser: [],
        },
      },
      {
        call: 'revokeRoles',
        body: { ...of, workgroupsToRevokeAdmin: [], workspacesToRevokeRoles: ['w1'] },
      },
      {
        call: 'assignRoles',
        body: {
          ...of,
          workgroupsToAssignAdmin: [],
          workspacesToAssignAdmin: [],
          workspacesToAssignUser: ['w3'],
        },
      },
      {
        call: 'revokeRoles',
        body: { ...of, workgroupsToRevokeAdmin: ['g2'], workspacesToRevokeRoles: [] },
      },
    ]);
  });

  it('replace a billing role by assigning the other one', () => {
    expect(after([grant('billing-viewers')], { kind: 'billing', role: 'billing-admins' }).steps).toEqual([
      { call: 'assignRoles', body: { userEmail: ANN.email, billingRoleToAssign: 'billing-admins' } },
    ]);
  });
});
