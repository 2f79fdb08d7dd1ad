/** The parts of the control plane that the calls of SCIM use. */
import type { Database } from '../../database/database.ts';
import type { Inviter } from '../users/invitations.ts';
import type { Directory } from './directory.ts';

export interface ScimServer extends Directory {
  readonly db: Database['db'];
  readonly publicUrl: string;
  /** The address of SCIM for directories. */
  readonly base: string;
  readonly inviter: Inviter;
}
