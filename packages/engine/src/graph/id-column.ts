/** The column of a primary id that can be read as an attribute. */
import type { VertexType } from '@acacia/language';
import type { SharedColumn } from './columns.ts';
import { identityInt32 } from './identity.ts';
import type { TextArrayData } from './text-array.ts';

/** Whether the id has a column that is not an attribute's. */
export const hasIdColumn = ({ primaryId, attributes }: VertexType): boolean =>
  (primaryId.asAttribute || primaryId.isPrimaryKey) &&
  !attributes.some(({ name }) => name === primaryId.name);

/** Whether the ids of a type are numbers in their column. */
export const hasWholeIds = ({ primaryId }: VertexType): boolean =>
  primaryId.parts === undefined &&
  (primaryId.type === 'INT' || primaryId.type === 'UINT' || primaryId.type === 'DATETIME');

/** The value of an id in its column; null where there is no column, or where it has the ids' texts. */
export function idCell(type: VertexType, id: string): bigint | null {
  if (!hasIdColumn(type) || !hasWholeIds(type)) return null;
  if (type.primaryId.type !== 'DATETIME') return BigInt(id);
  const milliseconds = Date.parse(`${id.replace(' ', 'T')}Z`);
  return Number.isNaN(milliseconds) ? 0n : BigInt(Math.floor(milliseconds / 1000));
}

/** Where the ids are texts their column is the ids as they are. */
export const withIdTexts = (
  type: VertexType,
  columns: ReadonlyMap<string, SharedColumn>,
  texts: TextArrayData,
  size: number,
): ReadonlyMap<string, SharedColumn> =>
  !hasIdColumn(type) || hasWholeIds(type)
    ? columns
    : new Map([...columns, [type.primaryId.name, { kind: 'string', codes: identityInt32(size), texts }]]);
