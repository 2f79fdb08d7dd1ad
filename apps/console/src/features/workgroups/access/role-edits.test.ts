import { describe, expect, it } from 'vitest';
import { pairsOf, rebased, roleChanges, rolesFor } from './role-edits.ts';

describe('pairsOf', () => {
  it('leaves out what a graph has from everywhere, and what comes from the organisation', () => {
    const roles = { '1': ['globalobserver', 'seer'], g: ['globalobserver', 'seer', 'admin'], h: ['seer'] };
    expect(pairsOf(roles, ['globalobserver'])).toEqual([
      { scope: '1', roles: ['seer'] },
      { scope: 'g', roles: ['admin'] },
    ]);
  });
  it('knows graphs by names that objects have', () => {
    expect(pairsOf({ constructor: ['admin'] }, [])).toEqual([{ scope: 'constructor', roles: ['admin'] }]);
  });
});

describe('roleChanges', () => {
  const before = [
    { scope: '1', roles: ['seer'] },
    { scope: 'g', roles: ['admin', 'observer'] },
  ];
  it('is nothing without a difference', () => {
    expect(roleChanges(before, [...before, { scope: null, roles: [] }])).toEqual({ assign: [], revoke: [] });
  });
  it('names no graph for the global scope', () => {
    const after = [
      { scope: '1', roles: ['superuser'] },
      { scope: 'g', roles: ['admin', 'designer'] },
      { scope: 'h', roles: ['observer'] },
    ];
    expect(roleChanges(before, after)).toEqual({
      assign: [
        { graph: null, roles: ['superuser'] },
        { graph: 'g', roles: ['designer'] },
        { graph: 'h', roles: ['observer'] },
      ],
      revoke: [
        { graph: null, roles: ['seer'] },
        { graph: 'g', roles: ['observer'] },
      ],
    });
  });
});

it('edits go on top of what another tab has changed', () => {
  const before = [{ scope: 'g', roles: ['admin', 'observer'] }];
  const edited = [
    { scope: 'g', roles: ['observer', 'designer'] },
    { scope: 'h', roles: [] },
  ];
  const fresh = [
    { scope: 'g', roles: ['admin', 'queryreader'] },
    { scope: '1', roles: ['seer'] },
  ];
  expect(rebased(edited, before, fresh)).toEqual([
    { scope: 'g', roles: ['queryreader', 'designer'] },
    { scope: 'h', roles: [] },
    { scope: '1', roles: ['seer'] },
  ]);
});

it('rolesFor gives each scope its own roles', () => {
  const listing = {
    builtIn: { global: ['superuser'], local: ['admin'] },
    userDefinedRoles: { '1': ['seer'], g: ['keeper'] },
  };
  const of = (scope: string | null, roles: string[] = []) => rolesFor(listing, { scope, roles });
  expect(of('1')).toEqual(['superuser', 'seer']);
  expect(of('g', ['gone'])).toEqual(['admin', 'keeper', 'gone']);
  expect(of('toString')).toEqual(['admin']);
  expect(of(null)).toEqual([]);
});
