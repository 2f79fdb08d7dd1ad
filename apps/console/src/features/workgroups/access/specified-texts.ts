/** Texts that the specification gives letter by letter, with its capitals (part 3, sections 2 and 5). */
export const SPECIFIED = {
  databaseAccess: 'Database Access',
  addUser: 'Add User',
  autoGenerate: 'Auto Generate',
  noRoles: 'No Roles',
} as const;
