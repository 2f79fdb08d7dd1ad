/** The id of a vertex from the columns of a line, in SQL. */
import type { Ast, VertexType } from '@acacia/language';
import { EngineError } from '../errors.ts';
import { typeText } from '../storage/columns.ts';
import { joinedIdSql, keyParts } from '../storage/keys.ts';
import { idSql } from './scalar-sql.ts';
import { valueSql, type TokenColumns } from './value-sql.ts';

interface KeySql {
  /** The tokens, for messages: VARCHAR. */
  readonly raw: string;
  /** The id in its stored form; null where the tokens do not fit. */
  readonly typed: string;
  /** Whether a token is empty. */
  readonly absent: string;
  /** Whether the tokens do not fit; null when any text does. */
  readonly invalid: string | null;
  /** The types of the tokens, for messages. */
  readonly wanted: string;
}

/** `values` are those of the parts of a composite key, or one. Throws EngineError. */
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
    const typed = idSql(idType, raw);
    const invalid = idType === 'STRING' ? null : `(${typed}) IS NULL`;
    return { raw, typed, absent, invalid, wanted: idType };
  }
  const typed = joinedIdSql(
    type,
    parts.map((part, index) =>
      part.type.kind === 'scalar' ? idSql(part.type.name, raws[index] ?? `''`) : (raws[index] ?? `''`),
    ),
  );
  return {
    raw: `concat_ws(',', ${raws.join(', ')})`,
    typed,
    absent,
    invalid: `${typed} IS NULL`,
    wanted: `(${parts.map((part) => `${part.name} ${typeText(part.type)}`).join(', ')})`,
  };
};
