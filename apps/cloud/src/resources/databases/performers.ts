/** Performer that deletes the data of databases. */
import { z } from 'zod';
import type { Performer } from '../../operations/performer.ts';

/** Retries for about half an hour: a volume may be away for a while. */
const RETRIES = 10;

/** Ids of the backups whose files are to be deleted: their rows were deleted with the database's. */
export const ErasePayload = z.object({ backupIds: z.array(z.string()).default([]) });

export const databasePerformers: Readonly<Record<'delete-database', Performer>> = {
  'delete-database': {
    retries: RETRIES,
    async perform({ operation, driver, step }) {
      const { databaseId, payload } = operation;
      await step('Erasing the data');
      await driver.deleteDatabase(databaseId);
      await step('Erasing the backups');
      for (const id of ErasePayload.parse(payload).backupIds) await driver.deleteBackup(id, databaseId);
      return async () => undefined;
    },
  },
};
