/** Hashing passwords, for the control plane and the workspace server, in threads of their own. */
export { hashPassword, passwordMatches } from './passwords.ts';
export { PasswordsBusy, type Lane } from './pool.ts';
export type { StoredPassword } from './stored.ts';
