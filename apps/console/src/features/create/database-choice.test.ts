import { NO_ACTIVE_WRITER } from '@acacia/contract';
import { describe, expect, it } from 'vitest';
import { aDatabase, aWorkspace } from '../../testing/records.ts';
import { databaseChoices } from './database-choice.ts';

const only = (...workspaces: Parameters<typeof aWorkspace>[0][]) =>
  databaseChoices([aDatabase()], workspaces.map(aWorkspace))[0];

describe('databaseChoices', () => {
  it('reads a database that an active workspace writes', () => {
    expect(only({})).toMatchObject({ writes: false });
    expect(only({})?.refusal).toBeUndefined();
  });

  it('refuses a database whose read-write workspace is not active', () => {
    expect(only({ status: 'Stopped' })?.refusal).toBe(NO_ACTIVE_WRITER);
    expect(only({ status: 'Stopped' }, { workspace_id: 'w2', is_rw: false })?.refusal).toBe(NO_ACTIVE_WRITER);
  });

  it('writes a database that no workspace writes', () => {
    expect(only()).toMatchObject({ writes: true });
    expect(only({ is_rw: false })).toMatchObject({ writes: true });
    expect(only({ database_id: 'another' })).toMatchObject({ writes: true });
  });
});
