/** Written types: of parameters, variables, attributes and accumulators. */
import type { ScalarTypeName } from '../../schema.ts';
import type { AccumType, ScalarAccumName, TupleField, TypeExpr } from '../ast.ts';
import { ACCUM_TYPES, SCALAR_TYPES, TYPE_WORDS } from '../keywords.ts';
import type { Cursor } from './cursor.ts';
import { parseExpr, parsePostfix } from './expressions.ts';

/** Whether the token `ahead` places on opens a built-in type that is not an accumulator. */
export function startsType(c: Cursor, ahead = 0): boolean {
  return TYPE_WORDS.has(c.peek(ahead).upper);
}

export function startsAccumType(c: Cursor): boolean {
  return ACCUM_TYPES.has(c.token.upper);
}

export function parseType(c: Cursor): TypeExpr {
  return c.deeper(() => parseTypeHere(c));
}

function parseTypeHere(c: Cursor): TypeExpr {
  c.slot({ kind: 'type' });
  const { token } = c;
  const { start } = token;
  if (SCALAR_TYPES.has(token.upper)) {
    c.advance();
    // `STRING COMPRESS` is the same type. The sizes of `STRING(10)` and `INT(4)` bound nothing here.
    c.takeWord('COMPRESS');
    const size = parseSize(c);
    return {
      kind: 'scalar',
      name: token.upper as ScalarTypeName,
      ...(size === undefined ? {} : { size }),
      span: c.spanFrom(start),
    };
  }
  if (token.upper === 'FIXED_BINARY' && c.isSymbol(1, '(')) {
    c.advance();
    parseSize(c);
    return { kind: 'scalar', name: 'STRING', span: c.spanFrom(start) };
  }
  if (startsAccumType(c)) {
    const accum = parseAccumType(c);
    return { kind: 'accum', accum, span: accum.span };
  }
  switch (token.upper) {
    case 'VERTEX':
    case 'EDGE': {
      c.advance();
      let of: string | undefined;
      if (c.take('<')) {
        of = elementType(c, token.upper);
        // With several types (`VERTEX<A|B>`) it is of any type: the types are not checked.
        while (c.take('|')) {
          elementType(c, token.upper);
          of = undefined;
        }
        c.expect('>');
      }
      const span = c.spanFrom(start);
      return token.upper === 'VERTEX'
        ? { kind: 'vertex', ...(of === undefined ? {} : { vertexType: of }), span }
        : { kind: 'edge', ...(of === undefined ? {} : { edgeType: of }), span };
    }
    case 'SET':
    case 'BAG':
    case 'LIST': {
      c.advance();
      c.expect('<');
      const element = parseType(c);
      c.expect('>');
      return { kind: token.upper.toLowerCase() as 'set' | 'bag' | 'list', element, span: c.spanFrom(start) };
    }
    case 'MAP': {
      c.advance();
      c.expect('<');
      const key = parseType(c);
      c.expect(',');
      const value = parseType(c);
      c.expect('>');
      return { kind: 'map', key, value, span: c.spanFrom(start) };
    }
    case 'TUPLE': {
      if (!c.isSymbol(1, '<')) break;
      c.advance();
      c.expect('<');
      const fields = [parseType(c)];
      while (c.take(',')) fields.push(parseType(c));
      c.expect('>');
      return { kind: 'tuple', fields, span: c.spanFrom(start) };
    }
    case 'JSONOBJECT':
    case 'JSONARRAY':
      c.advance();
      return { kind: 'json', name: token.upper, span: c.spanFrom(start) };
    default:
  }
  const name = c.name('a type', 'type');
  return { kind: 'named', name: name.text, span: name.span };
}

/** `(10)`: the size of a tuple's field, or of FIXED_BINARY. */
function parseSize(c: Cursor): number | undefined {
  if (!c.at('(') || c.peek(1).kind !== 'int') return undefined;
  c.advance();
  const size = Number(c.advance().value);
  c.expect(')');
  return Number.isSafeInteger(size) ? size : undefined;
}

/** An accumulator type, or the name that TYPEDEF gave to one. */
export function parseAccumType(c: Cursor): AccumType {
  return c.deeper(() => parseAccumTypeHere(c));
}

function parseAccumTypeHere(c: Cursor): AccumType {
  const { token } = c;
  const { start } = token;
  const kind = ACCUM_TYPES.get(token.upper);
  if (kind === undefined) {
    const name = c.name('an accumulator type', 'type');
    return { kind: 'named', name: name.text, span: name.span };
  }
  c.advance();
  switch (kind) {
    case 'ListAccum':
    case 'SetAccum':
    case 'BagAccum':
    case 'ArrayAccum': {
      c.expect('<');
      const element = parseType(c);
      c.expect('>');
      return { kind, element, span: c.spanFrom(start) };
    }
    case 'MapAccum': {
      c.expect('<');
      const key = parseType(c);
      c.expect(',');
      const value = parseType(c);
      c.expect('>');
      return { kind, key, value, span: c.spanFrom(start) };
    }
    case 'HeapAccum': {
      c.expect('<');
      const tuple = c.name('a tuple type', 'type').text;
      c.expect('>');
      c.expect('(');
      // Without a capacity the first word is a field already.
      const isField = c.token.kind === 'word' && (c.isWord(1, 'ASC', 'DESC') || c.isSymbol(1, ')'));
      const capacity = isField ? undefined : parseExpr(c);
      const order: { field: string; descending: boolean }[] = [];
      for (let more = isField || c.take(',') !== undefined; more; more = c.take(',') !== undefined) {
        const field = c.name('a field of the tuple', 'new', true).text;
        const descending = c.takeWord('DESC') !== undefined;
        if (!descending) c.takeWord('ASC');
        order.push({ field, descending });
      }
      c.expect(')');
      return {
        kind,
        tuple,
        ...(capacity === undefined ? {} : { capacity }),
        order,
        span: c.spanFrom(start),
      };
    }
    case 'GroupByAccum':
      return parseGroupBy(c, start);
    case 'BitwiseAndAccum':
    case 'BitwiseOrAccum':
    case 'PercentileContAccum': {
      const size = c.take('<') === undefined ? undefined : parsePostfix(c);
      if (size !== undefined) c.expect('>');
      return { kind, ...(size === undefined ? {} : { size }), span: c.spanFrom(start) };
    }
    default: {
      let element: TypeExpr | undefined;
      if (c.take('<')) {
        element = parseType(c);
        c.expect('>');
      }
      return {
        kind: kind as ScalarAccumName,
        ...(element === undefined ? {} : { element }),
        span: c.spanFrom(start),
      };
    }
  }
}

function parseGroupBy(c: Cursor, start: number): AccumType {
  const keys: TupleField[] = [];
  const values: { name: string; accum: AccumType }[] = [];
  c.expect('<');
  do {
    if (startsAccumType(c) || values.length > 0) {
      const accum = parseAccumType(c);
      values.push({ accum, name: c.name('a name for the accumulator', 'new', true).text });
    } else {
      const type = parseType(c);
      keys.push({ type, name: c.name('a name for the key', 'new', true).text });
    }
  } while (c.take(','));
  c.expect('>');
  return { kind: 'GroupByAccum', keys, values, span: c.spanFrom(start) };
}

/** `<INT a, STRING b>` or `<a INT, b STRING>`: the fields of a tuple. */
export function parseTupleFields(c: Cursor): TupleField[] {
  const fields: TupleField[] = [];
  c.expect('<');
  do {
    // In `<list INT>` the first word is the name although it is a type's word as well.
    const isName = c.isWord(0, 'SET', 'BAG', 'LIST', 'MAP') && !c.isSymbol(1, '<');
    if (startsType(c) && !isName) {
      const type = parseType(c);
      fields.push({ type, name: c.name('a name for the field', 'new', true).text });
    } else {
      const name = c.name('a name for the field', 'new', true).text;
      fields.push({ name, type: parseType(c) });
    }
  } while (c.take(','));
  c.expect('>');
  return fields;
}

function elementType(c: Cursor, word: string): string {
  return word === 'VERTEX'
    ? c.name('a vertex type', 'vertexType').text
    : c.name('an edge type', 'edgeType').text;
}
