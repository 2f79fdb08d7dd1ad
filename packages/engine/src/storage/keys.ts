/**
 * Ids of vertices: the canonical form in which they are stored and compared, and the parts of composite ids. A
 * composite id is the text of its parts joined by commas (`Tom,456`), as TigerGraph shows it. The columns of the parts
 * are computed from the id, so that writing an id writes its parts (docs/adr/0020).
 */
import { engineError } from '../errors/catalogue.ts';
import type { Attribute, ScalarTypeName, VertexType } from '@acacia/language';
import type { EngineError } from '../errors.ts';
import { literal, sql, type Sql } from '../sql.ts';
import type { AttributeValue } from '../writes.ts';
import { datetimeText, parseInteger } from '../catalog/stored-values.ts';
import { parseDatetime } from '../catalog/datetime.ts';

const badId = (type: VertexType, id: string, wanted: string): EngineError =>
  engineError('idInvalid', { id, type: type.name, wanted });

/** Within the range of INT and of UINT, without a sign or zeros before it. */
const SHORT_NUMBER = /^(?:0|[1-9]\d{0,17})$/;

/** `07` of an INT id is `7`. Null for a text that is no id of the type. */
function canonicalText(type: ScalarTypeName, text: string): string | null {
  switch (type) {
    case 'INT':
    case 'UINT':
      // Most ids are written as they are stored: a number of 64 bits need not be made of them.
      return SHORT_NUMBER.test(text) ? text : (parseInteger(type, text)?.toString() ?? null);
    case 'DATETIME': {
      const seconds = parseDatetime(text);
      return seconds === null ? null : datetimeText(seconds);
    }
    case 'STRING':
    case 'FLOAT':
    case 'DOUBLE':
    case 'BOOL':
      return text;
  }
}

const NO_PARTS: readonly Attribute[] = [];

/** Bytes of an id as text (GSQL, "Vertex key": 16,384 at most). */
export const MAX_ID_BYTES = 16_384;

/**
 * The canonical form of an id.
 * @throws EngineError when the id is empty, too long or not of the id's type
 */
export function canonicalId(type: VertexType, id: string): string {
  const bytes = id.length * 4 > MAX_ID_BYTES ? Buffer.byteLength(id) : 0;
  if (bytes > MAX_ID_BYTES) {
    throw engineError('idTooLong', { type: type.name, bytes, most: MAX_ID_BYTES });
  }
  if (id === '') throw engineError('idEmpty', { type: type.name });
  const parts = type.primaryId.parts === undefined ? NO_PARTS : keyParts(type);
  if (parts.length === 0) {
    const text = canonicalText(type.primaryId.type, id);
    if (text === null) throw badId(type, id, type.primaryId.type);
    return text;
  }
  const match = new RegExp(partsPattern(parts), 's').exec(id);
  const texts = parts.map((part, index) => canonicalText(scalarOf(part), match?.[index + 1] ?? ''));
  if (match === null || texts.includes(null)) {
    const wanted = parts.map((part) => `${part.name} ${scalarOf(part)}`).join(', ');
    throw badId(type, id, `(${wanted}), joined by commas,`);
  }
  return texts.join(',');
}

/** The attributes of a composite key in its order; none for a key of one. */
export const keyParts = ({ primaryId, attributes }: VertexType): readonly Attribute[] =>
  (primaryId.parts ?? []).flatMap((name) => attributes.find((attribute) => attribute.name === name) ?? []);

export const isKeyPart = (type: object, attribute: string): boolean =>
  'primaryId' in type && ((type as VertexType).primaryId.parts?.includes(attribute) ?? false);

/** @throws EngineError when an attribute that is part of the id is given another value */
export function checkGivenParts(
  type: VertexType,
  id: string,
  given: Readonly<Record<string, { readonly value: AttributeValue }>>,
): void {
  const parts = keyParts(type);
  if (!parts.some(({ name }) => Object.hasOwn(given, name))) return;
  const match = new RegExp(partsPattern(parts), 's').exec(id);
  parts.forEach((part, index) => {
    const value = given[part.name]?.value;
    if (value === undefined) return;
    if (canonicalText(scalarOf(part), plainText(value)) === match?.[index + 1]) return;
    throw engineError('keyPartUnfit', { id, type: type.name, part: part.name, value: plainText(value) });
  });
}

const plainText = (value: AttributeValue): string => (typeof value === 'object' ? '' : String(value));

export const scalarOf = ({ type }: Attribute): ScalarTypeName =>
  type.kind === 'scalar' ? type.name : 'STRING';

/**
 * A regular expression with a group for each part of an id. Only a STRING may contain commas, and only where no other
 * part is a STRING: otherwise it would be ambiguous which commas separate parts.
 */
export function partsPattern(parts: readonly Attribute[]): string {
  const strings = parts.filter((part) => scalarOf(part) === 'STRING').length;
  const groups = parts.map((part) => (strings === 1 && scalarOf(part) === 'STRING' ? '(.*)' : '([^,]*)'));
  return `^${groups.join(',')}$`;
}

/** SQL of a part's stored value, from the column `_id`; null for an attribute that is none. */
export function partSql(type: VertexType, attribute: string): Sql | null {
  const parts = keyParts(type);
  const index = parts.findIndex(({ name }) => name === attribute);
  const part = parts[index];
  if (part === undefined) return null;
  const text = sql`regexp_extract(_id, ${literal(partsPattern(parts))}, ${index + 1}, 's')`;
  switch (scalarOf(part)) {
    case 'INT':
      return sql`${text}::BIGINT`;
    case 'UINT':
      return sql`${text}::UBIGINT`;
    case 'DATETIME':
      return sql`epoch(${text}::TIMESTAMP)::BIGINT`;
    case 'STRING':
    case 'FLOAT':
    case 'DOUBLE':
    case 'BOOL':
      return text;
  }
}

/**
 * SQL of a composite id from SQL of its parts' canonical texts; null where a part is null, or where a comma
 * stands in one of several STRING parts.
 */
export function joinedIdSql(type: VertexType, texts: readonly Sql[]): Sql {
  const parts = keyParts(type);
  const strings = parts.filter((part) => scalarOf(part) === 'STRING').length;
  const checked = texts.map((text, index) => {
    const part = parts[index];
    return strings > 1 && part !== undefined && scalarOf(part) === 'STRING'
      ? sql`CASE WHEN NOT contains(${text}, ',') THEN ${text} END`
      : text;
  });
  const [first = sql`''`, ...others] = checked;
  return sql`((${first})${others.map((text) => sql`|| ',' || (${text})`)})`;
}
