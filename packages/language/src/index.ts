export type * from './diagnostic.ts';
export type * from './schema.ts';
export type * as Ast from './gsql/ast.ts';
export type * from './gsql/analysis.ts';
export { parseExpression, parseProgram, parseQuery, parseTypeText } from './gsql/parse.ts';
export type { ParsedProgram, ParsedQuery } from './gsql/parse.ts';
export { brokenQueries } from './gsql/broken-queries.ts';
export { isCpp, readFunctionFile, withoutComments } from './function-file.ts';
export { MAX_TEXT } from './gsql/limits.ts';
export type { FunctionFile } from './function-file.ts';
export { lineColumn, lineColumnsOf } from './position.ts';
export { nearest } from './text-distance.ts';
export * from './wire-schema.ts';
export { isIdentifier, isPackageName, nameFault, type Named } from './gsql/names.ts';
export { analyzeQuery } from './gsql/check/analyze.ts';
export { printedValues } from './gsql/check/printed.ts';
export type { PrintedValue } from './gsql/check/printed.ts';
export { compositeId, literalOf } from './gsql/check/ddl.ts';
export { newEnds } from './gsql/check/schema-job.ts';
export { readSchemaText } from './gsql/check/read-schema-text.ts';
export type { SchemaReading } from './gsql/check/read-schema-text.ts';
export {
  attributeText,
  edgeTypeText,
  pairsText,
  schemaJobText,
  schemaText,
  vectorStep,
  vertexSteps,
  vertexTypeText,
} from './gsql/format/schema-text.ts';
export { MAX_VECTOR_DIMENSION, vectorOf } from './gsql/check/vectors.ts';
export { columnName } from './gsql/column-name.ts';
export { groupParts, typeText } from './gsql/check/types.ts';
export { checkParsed, checkProgram, schemaAfter, signatureOf } from './gsql/check/program.ts';
export { adviceOn } from './gsql/assist/advice.ts';
export { complete } from './gsql/assist/complete.ts';
export { tokenFunctions } from './gsql/assist/notes.ts';
export type { CompletionItem, CompletionKind, Completions } from './gsql/assist/complete.ts';
export { formatGsql } from './gsql/format/format.ts';
export { tokenize } from './gsql/assist/tokenize.ts';
export type { ClassifiedToken, TokenClass } from './gsql/assist/tokenize.ts';
export { describeAt } from './gsql/assist/describe-at.ts';
export type { Description } from './gsql/assist/describe-at.ts';
