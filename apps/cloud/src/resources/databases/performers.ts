/** Performer that deletes the data of databases. */
import { z } from 'zod';
import type { Performer } from '../../operations/performer.ts';
import { databaseOf } from '../../operations/queue.ts';

/** Retries for about half an hour: a volume may be away for a while. */
const RETRIES = 10;

/** Ids of the backups whose files are to be deleted: their rows were deleted with the database's. */
export const ErasePayload = z.object({ backupIds: z.array(z.string()).default([]) });

export const databasePerformers: Readonly<Record<'delete-database', Performer>> = {
  'delete-database': {
    retries: RETRIES,
    async steps({ operation, driver }) {
      const { backupIds } = ErasePayload.parse(operation.payload);
      const databaseId = databaseOf(operation);
      return [
        { name: 'Erasing the data', do: () => driver.deleteDatabase(databaseId) },
        {
          name: 'Erasing the backups',
          async do() {
            for (const id of backupIds) await driver.deleteBackup(id, databaseId);
          },
        },
      ];
    },
  },
};
