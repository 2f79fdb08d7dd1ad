/** Users of one workspace alone, who sign in there with a password (specification part 3, sections 3 and 5). */
import { z } from 'zod';
import { userNameFault } from '../user-name.ts';
import { passwordFault } from './passwords.ts';

/** A database user as the cloud lists it. The password is known to nobody: workspaces keep a hash. */
export const DbUser = z.object({ username: z.string() }).meta({ id: 'DbUser' });
export type DbUser = z.infer<typeof DbUser>;

const username = z.string().min(1, 'required');
const Credentials = z.strictObject({ username, password: z.string().min(1, 'required') });

/** A new password for a user that is there. */
export const ChangeDbUser = Credentials.superRefine(({ username, password }, context) => {
  const fault = passwordFault(password, [username]);
  if (fault !== null) context.addIssue({ code: 'custom', path: ['password'], message: fault });
}).meta({ id: 'ChangeDbUser' });

/** A user that is to be made: its name has rules as well. */
export const CreateDbUser = ChangeDbUser.superRefine(({ username }, context) => {
  const fault = userNameFault(username);
  if (fault !== null) context.addIssue({ code: 'custom', path: ['username'], message: fault });
}).meta({ id: 'CreateDbUser' });

export const DeleteDbUser = z.strictObject({ username }).meta({ id: 'DeleteDbUser' });

/** Why the users of a workspace cannot be seen or changed: only its own server knows them. */
export const dbUsersNeedActive = (name: string, status: string): string =>
  `The workspace '${name}' is ${status}. Its database users can be managed while it is Active.`;
