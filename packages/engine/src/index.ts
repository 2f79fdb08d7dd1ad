export * from './engine.ts';
export * from './writes.ts';
export type { Person } from './files/person.ts';
export { rejectedLines } from './load/load-reports.ts';
export { EngineError, READ_ONLY_MESSAGE } from './errors.ts';
export { openEngine, prepareEngine, type EngineInWaiting } from './open.ts';
export { Turnstile, type TurnstileLimits } from './turnstile.ts';
export { parseSourceRules, SOURCE_RULES_FORM } from '@acacia/object-stores';
export { Printed } from './run/printed.ts';
