import { describe, expect, it } from 'vitest';
import { aDatabase, aWorkspace } from '../../testing/records.ts';
import { databaseChoices } from './database-choice.ts';

describe('databaseChoices', () => {
  it('reads a database that an active workspace writes', () => {
    expect(databaseChoices([aDatabase()], [aWorkspace()])).toMatchObject([{ is_rw: false }]);
  });

  it('refuses a database whose read-write workspace is not active', () => {
    expect(databaseChoices([aDatabase()], [aWorkspace({ status: 'Stopped' })])[0]?.refusal).toBe(
      'We cannot select this database because there is no active read-write workspace associated with it',
    );
  });

  it('opens a database that no workspace serves to write', () => {
    const [choice] = databaseChoices([aDatabase()], []);
    expect(choice).toMatchObject({ is_rw: true });
    expect(choice?.refusal).toBeUndefined();
  });
});
