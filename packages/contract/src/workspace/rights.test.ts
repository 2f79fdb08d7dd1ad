import { describe, expect, it } from 'vitest';
import type { SimpleAuth } from './auth.ts';
import { canPlan, toolRights, versionAbove } from './rights.ts';

const nobody: SimpleAuth = { name: 'ann', isSuperUser: false, roles: { '1': [] }, privileges: {} };
const now = { tg_version: '4.2.1', is_rw: true };
const given = (privileges: readonly string[], scope = 'g'): SimpleAuth => ({
  ...nobody,
  privileges: { [scope]: { privileges: [...privileges] } },
});

describe('graphs that are seen', () => {
  it.each([
    ['4.2.1', ['READ_SCHEMA', 'READ_DATA'], true],
    ['4.1.0', ['READ_SCHEMA', 'READ_DATA'], true],
    ['4.0.9', ['READ_SCHEMA', 'READ_DATA'], false],
    ['4.0.9', ['READ_SCHEMA', 'READ_DATA', 'WRITE_QUERY', 'READ_QUERY'], true],
    ['4.2.1', ['READ_SCHEMA'], false],
  ])('%s with %j: %s', (tg_version, privileges, sees) => {
    expect(toolRights(given(privileges), { tg_version, is_rw: true }).sees('g')).toBe(sees);
    expect(toolRights(given(privileges, '1'), { tg_version, is_rw: true }).sees('g')).toBe(sees);
  });

  it('are all of them for a superuser, and those with a role', () => {
    expect(toolRights({ ...nobody, isSuperUser: true }, now).sees('g')).toBe(true);
    const observer = { ...nobody, roles: { g: ['observer'] } };
    expect(toolRights(observer, now).sees('g')).toBe(true);
    expect(toolRights(observer, now).sees('h')).toBe(false);
    expect(toolRights(nobody, now).sees('__proto__')).toBe(false);
  });
});

describe('refusals', () => {
  it('name the privilege and the graph', () => {
    expect(toolRights(nobody, now).refusal('query.install', 'g', 'q')).toBe(
      'Installing this query needs the privilege INSTALL_QUERY in the graph g. Ask whoever administers the workspace.',
    );
    expect(toolRights(nobody, now).refusal('graph.create', null)).toContain('WRITE_SCHEMA everywhere');
    // A privilege in one graph is not one everywhere.
    const loader = toolRights(given(['WRITE_LOADINGJOB', 'WRITE_FILE']), now);
    expect(loader.refusal('data.load', 'g')).toBeUndefined();
    expect(loader.refusal('data.upload', null)).toContain('Uploading files needs the privilege WRITE_FILE');
  });

  it('leave a query to whoever has the privilege on it', () => {
    const owner: SimpleAuth = {
      ...nobody,
      privileges: { g: { privileges: [], queries: { mine: { privileges: ['DROP_QUERY'] } } } },
    };
    const { refusal } = toolRights(owner, now);
    expect(refusal('query.drop', 'g', 'mine')).toBeUndefined();
    expect(refusal('query.drop', 'g', 'theirs')).toContain('DROP_QUERY');
    expect(refusal('query.drop', 'h', 'mine')).toContain('DROP_QUERY');
  });

  it('of a read-only workspace hold for superusers too, where something is written', () => {
    const { refusal } = toolRights({ ...nobody, isSuperUser: true }, { ...now, is_rw: false });
    expect(refusal('query.drop', 'g', 'q')).toBe('The workspace is read-only.');
    expect(refusal('query.run', 'g', 'q')).toBeUndefined();
  });

  it('are left to the workspace while it has not said what the person may do', () => {
    expect(toolRights(undefined, now).refusal('query.drop', 'g', 'q')).toBeUndefined();
    expect(toolRights(undefined, now).sees('g')).toBe(true);
  });
});

it.each([
  ['4.2.1', '4.1.1', true],
  ['4.1.1', '4.1.1', false],
  ['4.1.3', '4.1', false],
  ['4.2', '4.1', true],
  ['4.10.0', '4.9', true],
])('%s is above %s: %s', (version, than, above) => {
  expect(versionAbove(version, than)).toBe(above);
});

it.each([
  [null, '4.2.1', true],
  [null, '4.1.9', false],
  [{ installMode: '', syntax: 'GSQL v2' }, '4.2.1', true],
  [{ installMode: 'UDF', syntax: 'GSQL v2' }, '4.2.1', false],
  [{ installMode: 'GPR', syntax: 'CYPHER' }, '4.2.1', false],
])('a plan is shown for %j in %s: %s', (stored, version, shown) => {
  expect(canPlan(stored, version)).toBe(shown);
});
