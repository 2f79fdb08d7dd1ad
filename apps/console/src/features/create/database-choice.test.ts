import { describe, expect, it } from 'vitest';
import { aDatabase, aWorkspace } from '../../testing/records.ts';
import { databaseChoices } from './database-choice.ts';

describe('databaseChoices', () => {
  it('refuses a database that another workspace writes, and says why', () => {
    expect(databaseChoices([aDatabase()], [aWorkspace()])[0]?.refusal).toMatch(/Another workspace writes/);
  });

  it('refuses a database whose read-write workspace is not active', () => {
    expect(databaseChoices([aDatabase()], [aWorkspace({ status: 'Stopped' })])[0]?.refusal).toBe(
      'We cannot select this database because there is no active read-write workspace associated with it',
    );
  });

  it('opens a database that no workspace serves to write', () => {
    const [choice] = databaseChoices([aDatabase()], []);
    expect(choice?.database.database_id).toBe('d1');
    expect(choice?.refusal).toBeUndefined();
  });
});
