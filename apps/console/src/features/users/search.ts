import { LISTED_ROLES } from '@acacia/contract';
import { z } from 'zod';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set on navigation to open the dialog for invitations (specification part 1, section 2.4). */
    readonly showInvite?: boolean;
  }
}

const text = z.string().optional().catch(undefined);

/** Search parameters of `/admin/users`. */
export const usersSearch = z.object({
  find: text,
  role: z.enum(LISTED_ROLES).optional().catch(undefined),
  page: z.coerce.number().int().min(1).optional().catch(undefined),
  /** The dialog for invitations is open. */
  invite: z.literal('true').optional().catch(undefined),
  /** The dialog with unused roles is open. */
  review: z.literal('true').optional().catch(undefined),
  /** Id of the person whose roles are shown. */
  user: text,
});
