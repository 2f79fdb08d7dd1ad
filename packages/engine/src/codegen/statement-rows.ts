/** Statements of the body as rows of the profile. */
import type { Ast } from '@acacia/language';
import { type Code, empty, js, literal } from './code.ts';
import { passed, profiled, shortText } from './profile.ts';
import type { Unit } from './unit.ts';

const WORDS: Readonly<Partial<Record<Ast.BodyStatement['kind'], string>>> = {
  declareAccums: 'DECLARE',
  declareVars: 'DECLARE',
  declareFile: 'DECLARE',
  assign: 'ASSIGN',
  assignSelect: 'SELECT',
  select: 'SELECT',
  if: 'IF',
  while: 'WHILE',
  foreach: 'FOREACH',
  print: 'PRINT',
  raise: 'RAISE',
  try: 'TRY',
  return: 'RETURN',
  expr: 'CALL',
  insert: 'INSERT',
  delete: 'DELETE',
  update: 'UPDATE',
  initTable: 'INIT',
  orderTable: 'ORDER',
  filterTable: 'FILTER',
  projectTable: 'PROJECT',
  projectVertices: 'PROJECT',
  joinTables: 'JOIN',
  unionTables: 'UNION',
  unwind: 'UNWIND',
};

/** Where the text of a statement ends that has others inside. */
function headEnd(statement: Ast.BodyStatement): number {
  switch (statement.kind) {
    case 'if':
      return statement.branches[0]?.when.span.end ?? statement.span.end;
    case 'while':
      return (statement.limit ?? statement.condition).span.end;
    case 'foreach': {
      const { loop } = statement;
      if (loop.kind === 'items') return loop.collection.span.end;
      return (loop.step ?? loop.to).span.end + 1;
    }
    case 'try':
      return statement.span.start + 'TRY'.length;
    default:
      return statement.span.end;
  }
}

/** The code of a statement with its row of the profile about it; some only tell the compiler something. */
export function withRow(unit: Unit, statement: Ast.BodyStatement, compile: () => Code): Code {
  const operator = WORDS[statement.kind];
  if (unit.profiling === null || operator === undefined) return compile();
  const text = shortText(unit, { start: statement.span.start, end: headEnd(statement) });
  return profiled(unit, { operator, text, span: statement.span }, () => {
    unit.profiling?.begin(statement);
    const [before, rowsIn] = given(unit, statement);
    const code = compile();
    return js`${before}\n${code}\n${after(unit, statement, rowsIn)}`;
  });
}

/**
 * Code that saves a count before a statement runs, and the count's name: the rows that go in, or the rows that the
 * query has printed or deleted so far.
 */
function given(unit: Unit, statement: Ast.BodyStatement): readonly [Code, Code | null] {
  const id = unit.names.fresh();
  const rowsOf = (names: readonly (Ast.Name | undefined)[]): readonly [Code, Code | null] => {
    const sizes = names.flatMap((name) => sizeOf(unit, name) ?? []);
    return sizes.length === 0 ? [empty, null] : [js`const ${id} = ${sizes.join(' + ') as Code};`, id];
  };
  switch (statement.kind) {
    case 'orderTable':
    case 'filterTable':
    case 'projectTable':
    case 'projectVertices':
    case 'unwind':
      return rowsOf([statement.table]);
    case 'joinTables':
      return rowsOf([statement.left.table, statement.right.table]);
    case 'unionTables':
      return rowsOf(statement.tables);
    case 'print':
      return [js`const ${id} = X.results.rows;`, id];
    case 'delete':
      return [js`const ${id} = X.deleted;`, id];
    default:
      return [empty, null];
  }
}

/** Code of the number of rows of a vertex set or a table. */
function sizeOf(unit: Unit, name: Ast.Name | undefined): Code | undefined {
  const binding = name === undefined ? undefined : unit.lookup(name.text);
  if (binding?.kind !== 'variable') return undefined;
  if (binding.type.kind === 'vertexSet') return js`${binding.code}.size`;
  return binding.type.kind === 'table' ? js`${binding.code}.rows.length` : undefined;
}

function after(unit: Unit, statement: Ast.BodyStatement, before: Code | null): Code {
  const out = (name: Ast.Name): Code => passed(unit, before, sizeOf(unit, name) ?? null);
  switch (statement.kind) {
    case 'assign': {
      const { target } = statement;
      return target.kind === 'name' ? out({ text: target.name, span: target.span }) : empty;
    }
    case 'select':
      return statement.select.into === undefined ? empty : out(statement.select.into.table);
    case 'initTable':
    case 'orderTable':
    case 'filterTable':
      return out(statement.table);
    case 'projectTable':
    case 'joinTables':
    case 'unionTables':
    case 'unwind':
      return out(statement.into);
    case 'projectVertices': {
      const sizes = statement.sets.flatMap(({ into }) => sizeOf(unit, into) ?? []);
      return passed(unit, before, sizes.join(' + ') as Code);
    }
    case 'print':
      return passed(unit, null, js`X.results.rows - ${before ?? literal(0)}`);
    case 'delete':
      return passed(unit, null, js`X.deleted - ${before ?? literal(0)}`);
    case 'insert':
      return passed(unit, null, literal(1));
    default:
      return empty;
  }
}
