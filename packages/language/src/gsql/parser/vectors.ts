/** Grammar of vectors: their attributes in schema change jobs, vectorSearch, and gds.vector. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Expr, Name, SchemaStep, VectorOption, VectorSearch } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { parseArguments, parseExpr, stringValue } from './expressions.ts';

/** Parses the rest after `ALTER VERTEX v ADD VECTOR` or `… DROP VECTOR`. */
export function parseVectorStep(c: Cursor, start: number, type: Name, adds: boolean): SchemaStep {
  c.expectWord('ATTRIBUTE');
  if (!adds) c.slot({ kind: 'attributeOf', owner: type.text, vectors: true });
  const name = c.name('a name for the vector attribute', 'new', true);
  if (!adds) return { kind: 'vector', type, name, span: c.spanFrom(start) };
  const options: VectorOption[] = [];
  c.expect('(');
  do options.push(parseOption(c));
  while (c.take(','));
  c.expect(')');
  return { kind: 'vector', type, name, options, span: c.spanFrom(start) };
}

function parseOption(c: Cursor): VectorOption {
  const { start } = c.token;
  c.atWord('DIMENSION', 'METRIC', 'INDEXTYPE', 'DATATYPE');
  const name = c.name('DIMENSION, METRIC, INDEXTYPE or DATATYPE', 'new', true).text.toUpperCase();
  c.expect('=');
  const value =
    c.token.kind === 'int'
      ? Number(c.advance().value)
      : stringValue(c, 'a number or a word in double quotes');
  return { name, value, span: c.spanFrom(start) };
}

/** Whether `gds.vector.name(` stands here. */
export function atVectorFunction(c: Cursor): boolean {
  return (
    c.isWord(0, 'GDS') &&
    c.isSymbol(1, '.') &&
    c.isWord(2, 'VECTOR') &&
    c.isSymbol(3, '.') &&
    c.isSymbol(5, '(')
  );
}

/** `gds.vector.name(…)`: a call by its full name. */
export function parseVectorFunction(c: Cursor): Expr {
  const { start } = c.token;
  for (let taken = 0; taken < 4; taken++) c.advance();
  const name = c.name('a function of gds.vector', 'new', true);
  const args = parseArguments(c);
  return {
    kind: 'call',
    name: `gds.vector.${name.text}`,
    args,
    distinct: false,
    span: c.spanFrom(start),
  };
}

/** `vectorSearch({V.a, W.b}, query, k [, {candidate_set: S, ef: n, distance_map: @@m}])` */
export function parseVectorSearch(c: Cursor): Expr {
  const { start } = c.token;
  c.advance();
  c.expect('(');
  c.expect('{');
  const attributes: { type: Name; name: Name }[] = [];
  do {
    const type = c.name('a vertex type', 'vertexType');
    c.expect('.');
    c.slot({ kind: 'attributeOf', owner: type.text, vectors: true });
    attributes.push({ type, name: c.name('a vector attribute', 'new', true) });
  } while (c.take(','));
  c.expect('}');
  c.expect(',');
  const query = parseExpr(c);
  c.expect(',');
  const k = parseExpr(c);
  const options = c.take(',') ? parseSearchOptions(c) : {};
  c.expect(')');
  return { kind: 'vectorSearch', attributes, query, k, ...options, span: c.spanFrom(start) };
}

type SearchOptions = { -readonly [K in 'candidates' | 'ef' | 'distances']?: VectorSearch[K] };

/** `filter` and `distanceMap` are other names for the first and the last. */
function parseSearchOptions(c: Cursor): SearchOptions {
  const options: SearchOptions = {};
  c.expect('{');
  while (!c.at('}')) {
    // The other names are not offered.
    const word =
      c.takeWord('CANDIDATE_SET', 'EF', 'DISTANCE_MAP') ??
      (c.isWord(0, 'FILTER', 'DISTANCEMAP') ? c.advance() : c.fail('candidate_set, ef or distance_map'));
    c.expect(':');
    if (word.upper === 'EF') options.ef = parseExpr(c);
    else if (word.upper === 'CANDIDATE_SET' || word.upper === 'FILTER') options.candidates = parseExpr(c);
    else {
      const { token } = c;
      const map = parseExpr(c);
      if (map.kind !== 'globalAccum') c.failAt(token, finding('distanceMapForm'));
      options.distances = map;
    }
    if (!c.take(',')) break;
  }
  c.expect('}');
  return options;
}
