/** The caller of a workspace, and what that caller may do. */
import type { DatabaseRole, Privilege } from '@acacia/contract';
import type { Place, Rights } from './rights.ts';

export interface Caller {
  readonly name: string;
  /** Role that follows from the organisation; null: a user of the workspace alone. */
  readonly role: DatabaseRole | null;
  /** A token may be for one graph alone. */
  readonly graph?: string | undefined;
  /** Unix second in which the caller's token or secret expires; credentials that the caller creates expire then too. */
  readonly until?: number | undefined;
  /** Whether the caller has the privilege now: rights are looked up at each call. */
  readonly may: (privilege: Privilege, place: Place) => boolean;
  readonly rights: () => Rights;
  /** May do everything. */
  readonly isSuperuser: () => boolean;
}
