export * from './engine.ts';
export type * from './schema-change.ts';
export * from './writes.ts';
export type { ConnectionSearch, PathSearch, PathUnionSearch } from './path-search.ts';
export type { Person } from './files/person.ts';
export type * from './load-status.ts';
export type { SampleOptions, SourceSample } from './source-sample.ts';
export { rejectedLines, rejectedObjects } from './load/load-reports.ts';
export { EngineError, READ_ONLY_MESSAGE } from './errors.ts';
export { engineError } from './errors/catalogue.ts';
export { ENGINE_CODES } from './error-codes.ts';
export { openEngine, prepareEngine, type EngineInWaiting } from './open.ts';
export {
  programFaults,
  queryFaults,
  queryOutputs,
  readFor,
  readProgram,
  readQuery,
} from './read/read-text.ts';
export { Turnstile, type TurnstileLimits } from './turnstile.ts';
export { parseSourceRules, SOURCE_RULES_FORM } from '@acacia/object-stores';
export { writtenPattern } from './written-pattern.ts';
export { answerTooLarge } from './size-text.ts';
export { Printed } from './printed.ts';
export type { ResultComparison } from './results/result-compare.ts';
export { LONGEST_ROW, type ResultFilter, type ResultRows, type ResultView } from './results/result-sql.ts';
export {
  openResultTables,
  type FlatFile,
  type ParquetType,
  type ResultTables,
} from './results/result-tables.ts';
