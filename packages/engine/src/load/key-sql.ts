/** The id of a vertex from the columns of a line, in SQL. */
import { typeText, type Ast, type ScalarTypeName, type VertexType } from '@acacia/language';
import { EngineError } from '../errors.ts';
import { quoteText } from '../storage/columns.ts';
import { joinedIdSql, keyParts, MAX_ID_BYTES, partsPattern, scalarOf } from '../storage/keys.ts';
import { idSql } from './scalar-sql.ts';
import { valueSql, type TokenColumns } from './value-sql.ts';

interface KeySql {
  /** The tokens: VARCHAR. */
  readonly raw: string;
  /** The given tokens, for messages: VARCHAR. */
  readonly shown: string;
  /** The id in its stored form; null where the tokens do not fit. */
  readonly typed: string;
  /** Whether a token is empty. */
  readonly absent: string;
  /** Whether the tokens do not fit. */
  readonly invalid: string;
  /** The types of the tokens, for messages. */
  readonly wanted: string;
}

/**
 * `values` are those of the parts of a composite key, or one.
 * @throws EngineError when their number is wrong, or a value is not valid
 */
export const keySql = (type: VertexType, values: readonly Ast.LoadValue[], columns: TokenColumns): KeySql => {
  const parts = keyParts(type);
  const needed = Math.max(1, parts.length);
  if (values.length !== needed) {
    throw new EngineError(
      'GSQL-SEMANTIC',
      needed === 1
        ? `The id of ${type.name} is one value; ${values.length} are given.`
        : `The id of ${type.name} is made of ${type.primaryId.name}: give it as (${parts.map((_, index) => `$${index}`).join(', ')}).`,
    );
  }
  const raws = values.map((value) => valueSql(value, columns));
  const absent = raws.map((raw) => `coalesce(${raw}, '') = ''`).join(' OR ');
  const [raw = `''`] = raws;
  if (parts.length === 0) {
    const idType = type.primaryId.type;
    const isText = idType === 'STRING';
    const typed = isText ? withinLimit(idSql(idType, raw)) : idSql(idType, raw);
    const wanted = isText ? `STRING of at most ${MAX_ID_BYTES} bytes` : idType;
    return { raw, shown: shownSql(raw), typed, absent, invalid: `(${typed}) IS NULL`, wanted };
  }
  const joined = joinedIdSql(
    type,
    parts.map((part, index) =>
      part.type.kind === 'scalar' ? idSql(part.type.name, raws[index] ?? `''`) : (raws[index] ?? `''`),
    ),
  );
  const typed = withinLimit(joined);
  const whole = `concat_ws(',', ${raws.join(', ')})`;
  const wanted = parts.map((part) => `${part.name} ${typeText(part.type)}`).join(', ');
  return {
    raw: whole,
    shown: shownSql(whole),
    typed,
    absent,
    invalid: `(${typed}) IS NULL`,
    wanted: `(${wanted}) of at most ${MAX_ID_BYTES} bytes`,
  };
};

/** Types whose values have many texts, of which an id has one (see `canonicalId`). */
const WITH_ONE_TEXT: ReadonlySet<ScalarTypeName> = new Set(['INT', 'UINT', 'DATETIME']);

/** SQL of whether a VARCHAR is no canonical id of the type. */
export const noIdSql = (type: VertexType, raw: string): string => {
  const parts = keyParts(type);
  const pattern = quoteText(partsPattern(parts));
  const texts =
    parts.length === 0
      ? [[type.primaryId.type, raw] as const]
      : parts.map(
          (part, index) => [scalarOf(part), `regexp_extract(${raw}, ${pattern}, ${index + 1}, 's')`] as const,
        );
  return [
    `coalesce(${raw}, '') = ''`,
    `strlen(${raw}) > ${MAX_ID_BYTES}`,
    ...(parts.length === 0 ? [] : [`NOT regexp_matches(${raw}, ${pattern}, 's')`]),
    ...texts.flatMap(([scalar, text]) =>
      WITH_ONE_TEXT.has(scalar) ? `${idSql(scalar, text)} IS DISTINCT FROM ${text}` : [],
    ),
  ].join(' OR ');
};

/** Null for a text that is longer than an id may be. */
const withinLimit = (sql: string): string => `CASE WHEN strlen(${sql}) <= ${MAX_ID_BYTES} THEN ${sql} END`;

const shownSql = (raw: string): string =>
  `CASE WHEN strlen(${raw}) > ${MAX_ID_BYTES} THEN strlen(${raw}) || ' bytes long' ELSE ${raw} END`;
