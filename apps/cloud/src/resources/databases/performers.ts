/** Erasing of databases. */
import type { Performer } from '../../operations/performer.ts';

/** Tried for about half an hour: a volume may be away for a while. */
const RETRIES = 10;

export const databasePerformers: Readonly<Record<'delete-database', Performer>> = {
  'delete-database': {
    retries: RETRIES,
    async perform({ operation, driver, step }) {
      await step('Erasing the data');
      await driver.deleteDatabase(operation.databaseId);
      return async () => undefined;
    },
  },
};
