/** Texts that the specification gives letter by letter, with its capitals (part 3, sections 2 and 5). */
import { t } from '@acacia/texts';

export const SPECIFIED = {
  databaseAccess: t`Database Access`,
  addUser: t`Add User`,
  autoGenerate: t`Auto Generate`,
  noRoles: t`No Roles`,
} as const;
