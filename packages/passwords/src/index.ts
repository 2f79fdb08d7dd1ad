/** Hashes passwords in separate threads, for the control plane and the workspace server. */
export { hashPassword, passwordMatches } from './passwords.ts';
export { PasswordsBusy, type Lane } from './pool.ts';
export type { StoredPassword } from './stored.ts';
