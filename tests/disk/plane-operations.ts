/** Names shared by the process on the failing disk and the process that watches it. */

export const DATABASE = 'db-1';
/** The one file of the database; in it is a number. */
export const CONTENT = 'content';

/** Name of a workgroup. */
export const nameOf = (kind: 'own' | 'made' | 'name', number: number): string => `${kind}-${number}`;
