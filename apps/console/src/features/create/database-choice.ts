/** Which databases a new workspace can serve, and how (specification part 2, sections 4 and 5). */
import type { Database, Workspace } from '@acacia/contract';

const NO_ACTIVE_WRITER =
  'We cannot select this database because there is no active read-write workspace associated with it';

interface DatabaseChoice {
  readonly database: Database;
  /** Why it cannot be chosen. */
  readonly refusal?: string;
  /** A database that a workspace writes is read by the new one; one that none serves is opened to write. */
  readonly is_rw: boolean;
}

/**
 * A database whose workspace has been terminated has none to be read from. Where the specification would
 * leave its data out of reach, the new workspace becomes its read-write one.
 */
export function databaseChoices(
  databases: readonly Database[],
  workspaces: readonly Workspace[],
): readonly DatabaseChoice[] {
  return databases.map((database) => {
    const serving = workspaces.filter((workspace) => workspace.database_id === database.database_id);
    if (serving.length === 0) return { database, is_rw: true };
    const written = serving.some((workspace) => workspace.is_rw && workspace.status === 'Active');
    return { database, is_rw: false, ...(written ? {} : { refusal: NO_ACTIVE_WRITER }) };
  });
}
