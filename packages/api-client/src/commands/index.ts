/** The cloud's calls as commands. Separate from the index: it has the whole table of calls. */
export type { CallInput } from '../cloud-request.ts';
export { asCommand, asCurl, commandWords } from './as-text.ts';
export { fieldsOf, type Field } from './fields.ts';
export { CALLS, isDestructive, VERBS } from './verbs.ts';
