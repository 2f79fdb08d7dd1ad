export type * from './diagnostic.ts';
export type * from './schema.ts';
export type * as Ast from './gsql/ast.ts';
export type * from './gsql/analysis.ts';
export { parseProgram, parseQuery } from './gsql/parse.ts';
export type { ParsedProgram, ParsedQuery } from './gsql/parse.ts';
export { lineColumn } from './position.ts';
export * from './wire-schema.ts';
export { isReservedWord } from './gsql/reserved.ts';
