/** The id of a vertex from the columns of a line, in SQL. */
import { engineError } from '../errors/catalogue.ts';
import { typeText, type Ast, type ScalarTypeName, type VertexType } from '@acacia/language';
import { joined, list, literal, sql, type Sql } from '../sql.ts';
import { joinedIdSql, keyParts, MAX_ID_BYTES, partsPattern, scalarOf } from '../storage/keys.ts';
import { idSql } from './scalar-sql.ts';
import { valueSql, type TokenColumns } from './value-sql.ts';

interface KeySql {
  /** The tokens: VARCHAR. */
  readonly raw: Sql;
  /** The given tokens, for messages: VARCHAR. */
  readonly shown: Sql;
  /** The id in its stored form; null where the tokens do not fit. */
  readonly typed: Sql;
  /** Whether a token is empty. */
  readonly absent: Sql;
  /** Whether the tokens do not fit. */
  readonly invalid: Sql;
  /** The types of the tokens, for messages. */
  readonly wanted: string;
}

/**
 * `values` are those of the parts of a composite key, or one.
 * @throws EngineError when their number is wrong, or a value is not valid
 */
export function keySql(type: VertexType, values: readonly Ast.LoadValue[], columns: TokenColumns): KeySql {
  const parts = keyParts(type);
  const needed = Math.max(1, parts.length);
  if (values.length !== needed) {
    throw needed === 1
      ? engineError('keyIsOneValue', { type: type.name, given: values.length })
      : engineError('keyOfSeveralValues', {
          type: type.name,
          key: type.primaryId.name,
          form: parts.map((_, index) => `$${index}`).join(', '),
        });
  }
  const raws = values.map((value) => valueSql(value, columns));
  const absent = joined(
    raws.map((raw) => sql`coalesce(${raw}, '') = ''`),
    'OR',
  );
  const [raw = sql`''`] = raws;
  if (parts.length === 0) {
    const idType = type.primaryId.type;
    const isText = idType === 'STRING';
    const typed = isText ? withinLimit(idSql(idType, raw)) : idSql(idType, raw);
    const wanted = isText ? `STRING of at most ${MAX_ID_BYTES} bytes` : idType;
    return { raw, shown: shownSql(raw), typed, absent, invalid: sql`(${typed}) IS NULL`, wanted };
  }
  const whole = joinedIdSql(
    type,
    parts.map((part, index) =>
      part.type.kind === 'scalar' ? idSql(part.type.name, raws[index] ?? sql`''`) : (raws[index] ?? sql`''`),
    ),
  );
  const typed = withinLimit(whole);
  const tokens = sql`concat_ws(',', ${list(raws)})`;
  const wanted = parts.map((part) => `${part.name} ${typeText(part.type)}`).join(', ');
  return {
    raw: tokens,
    shown: shownSql(tokens),
    typed,
    absent,
    invalid: sql`(${typed}) IS NULL`,
    wanted: `(${wanted}) of at most ${MAX_ID_BYTES} bytes`,
  };
}

/** Types whose values have many texts, of which an id has one (see `canonicalId`). */
const WITH_ONE_TEXT: ReadonlySet<ScalarTypeName> = new Set(['INT', 'UINT', 'DATETIME']);

/** SQL of whether a VARCHAR is no canonical id of the type. */
export function noIdSql(type: VertexType, raw: Sql): Sql {
  const parts = keyParts(type);
  const pattern = literal(partsPattern(parts));
  const texts =
    parts.length === 0
      ? [[type.primaryId.type, raw] as const]
      : parts.map(
          (part, index) =>
            [scalarOf(part), sql`regexp_extract(${raw}, ${pattern}, ${index + 1}, 's')`] as const,
        );
  return joined(
    [
      sql`coalesce(${raw}, '') = ''`,
      sql`strlen(${raw}) > ${MAX_ID_BYTES}`,
      ...(parts.length === 0 ? [] : [sql`NOT regexp_matches(${raw}, ${pattern}, 's')`]),
      ...texts.flatMap(([scalar, text]) =>
        WITH_ONE_TEXT.has(scalar) ? sql`${idSql(scalar, text)} IS DISTINCT FROM ${text}` : [],
      ),
    ],
    'OR',
  );
}

/** Null for a text that is longer than an id may be. */
const withinLimit = (text: Sql): Sql => sql`CASE WHEN strlen(${text}) <= ${MAX_ID_BYTES} THEN ${text} END`;

const shownSql = (raw: Sql): Sql =>
  sql`CASE WHEN strlen(${raw}) > ${MAX_ID_BYTES} THEN strlen(${raw}) || ' bytes long' ELSE ${raw} END`;
