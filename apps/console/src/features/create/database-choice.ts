/** Databases that a new workspace can open, and in which mode (specification part 2, sections 4 and 5). */
import { said } from '@acacia/texts';
import { NO_ACTIVE_WRITER, type Database, type Workspace } from '@acacia/contract';

export interface DatabaseChoice {
  readonly database: Database;
  /** Whether the new workspace would be read-write. Beside a read-write workspace it is read-only. */
  readonly writes: boolean;
  /** Why it cannot be chosen. */
  readonly refusal?: string;
}

/**
 * A read-only workspace cannot use a database whose read-write workspace has been terminated. Where the specification
 * would leave its data out of reach, the new workspace becomes its read-write one.
 */
export function databaseChoices(
  databases: readonly Database[],
  workspaces: readonly Workspace[],
): readonly DatabaseChoice[] {
  return databases.map((database) => {
    const writer = workspaces.find(({ database_id, is_rw }) => is_rw && database_id === database.database_id);
    if (writer === undefined) return { database, writes: true };
    return writer.status === 'Active'
      ? { database, writes: false }
      : { database, writes: false, refusal: said(NO_ACTIVE_WRITER) };
  });
}
