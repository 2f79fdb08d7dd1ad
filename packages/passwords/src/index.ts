/** Hashes passwords in separate threads, and judges chosen ones, for the control plane and the workspace server. */
export { isCommonPassword } from './common.ts';
export { hashPassword, passwordMatches } from './passwords.ts';
export { PasswordsBusy, type Lane } from './pool.ts';
export { unmatchable, type StoredPassword } from './stored.ts';
