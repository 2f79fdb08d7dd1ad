import { describe, expect, it, test } from 'vitest';
import { RoleName } from '../policy.ts';
import { ROLE_IN_API, ROLE_LABELS } from './role-names.ts';
import { grantOfPath, inviteeFault, listedUser, normalAddress, rolePath, type OrgUser } from './users.ts';

const AT = '2026-11-20T12:00:00.000Z';
const user = (paths: readonly string[], lastLogin: string | null = AT): OrgUser => ({
  id: 'u1',
  name: 'Ann',
  email: 'ann@example.org',
  roles: paths.map((path) => ({ name: ROLE_IN_API[grantOfPath(path)?.name ?? 'org-admins'], path })),
  created: AT,
  enabled: lastLogin !== null,
  deactivated: false,
  metadata: { lastLogin },
});

describe('a path of a role', () => {
  test.each([
    [{ name: 'workspace-admins', workgroup_id: 'g', workspace_id: 'w' }, '/g/w/workspace-admins'],
    [{ name: 'workspace-users', workgroup_id: 'g', workspace_id: 'w' }, '/g/w/workspace-users'],
    [{ name: 'workgroup-admins', workgroup_id: 'g', workspace_id: null }, '/g/workgroup-admins'],
    [{ name: 'org-admins', workgroup_id: null, workspace_id: null }, '/super-admins'],
  ] as const)('of %o is %s, and leads back', (grant, path) => {
    expect(rolePath(grant)).toBe(path);
    expect(grantOfPath(path)).toEqual(grant);
  });

  test.each(['', 'super-admins', '/org-admins', '/g//workspace-admins', '/a/b/c/workspace-users', '/users'])(
    'is not %j',
    (path) => expect(grantOfPath(path)).toBeNull(),
  );
});

it('lists each role once, the most powerful first, and a member where there is none', () => {
  expect(
    listedUser(user(['/g/w/workspace-users', '/g/v/workspace-users', '/h/workgroup-admins'])),
  ).toMatchObject({
    userId: 'u1',
    roles: ['workgroup-admins', 'workspace-users'],
    lastActive: AT,
    created: AT,
  });
  expect(listedUser(user([], null))).toMatchObject({ roles: ['users'], lastActive: null });
});

it('labels every role of the policy', () => {
  expect(Object.keys(ROLE_LABELS).sort()).toEqual([...RoleName.options, 'users'].sort());
});

describe('an address', () => {
  test.each([
    [' Ann.Bee@Example.ORG ', 'ann.bee@example.org'],
    ['a+b@x.io', 'a+b@x.io'],
  ])('%j is %s', (text, address) => expect(normalAddress(text)).toBe(address));

  test.each([
    ['', 'empty'],
    ['ann', 'no @'],
    ['ann@localhost', 'no domain'],
    ['ann@example.org\r\nBcc: eve@example.org', 'another header'],
    ['аnn@example.org', 'a Cyrillic letter'],
    ['ann@exampl\u0435.org', 'a Cyrillic letter in the domain'],
    ['\u212Aate@example.org', 'the sign for Kelvin, a k in lower case'],
    ['ａnn@example.org', 'a wide letter'],
    ['a\u0301nn@example.org', 'a combining accent'],
    [`${'a'.repeat(250)}@example.org`, 'too long'],
  ])('%j is none (%s)', (text) => expect(normalAddress(text)).toBeNull());

  it('is invited once', () => {
    const known = new Set(['ann@example.org']);
    const listed = new Set(['bob@example.org']);
    expect(inviteeFault('nobody', known, listed)).toBe('Please input a valid email address');
    expect(inviteeFault('ANN@example.org', known, listed)).toBe('This user is already in your organization');
    expect(inviteeFault('Bob@Example.org', known, listed)).toBe('This user is already in the adding list');
    expect(inviteeFault('eve@example.org', known, listed)).toBeNull();
  });
});
