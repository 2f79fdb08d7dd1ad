/** Which databases a new workspace can serve, and how (specification part 2, sections 4 and 5). */
import type { Database, Workspace } from '@acacia/contract';

const NO_ACTIVE_WRITER =
  'We cannot select this database because there is no active read-write workspace associated with it';
/** The cloud refuses read-only workspaces as yet. */
const NO_READERS = 'Another workspace writes this database. Read-only workspaces come with a later release.';

interface DatabaseChoice {
  readonly database: Database;
  /** Why it cannot be chosen. */
  readonly refusal?: string;
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
    if (serving.length === 0) return { database };
    const written = serving.some((workspace) => workspace.is_rw && workspace.status === 'Active');
    return { database, refusal: written ? NO_READERS : NO_ACTIVE_WRITER };
  });
}
