/** Rows of the catalogue for schemas in TigerGraph's JSON. */
import type { Quoted, SentenceRows } from '@acacia/base';
import { row } from './row.ts';

export const WIRE_SCHEMAS = {
  wireTypeUnknown: row(
    '',
    ({ name, where }: Quoted<'name' | 'where'>) => `'${name}' is not a type (${where}).`,
  ),
  wireFieldMissing: row(
    '',
    ({ field, where }: Quoted<'field' | 'where'>) => `${field} is missing (${where}).`,
  ),
  wireIdType: row(
    '',
    ({ type, where }: Quoted<'type' | 'where'>) => `'${type}' cannot be the type of an id (${where}).`,
  ),
  wireDefaultNotBool: row(
    '',
    ({ value, where }: Quoted<'value' | 'where'>) =>
      `The default '${value}' is not true or false (${where}).`,
  ),
  wireDefaultNotNumber: row(
    '',
    ({ value, where }: Quoted<'value' | 'where'>) => `The default '${value}' is not a number (${where}).`,
  ),
  wireMetricUnknown: row(
    '',
    ({ metric, vector, type }: Quoted<'metric' | 'vector' | 'type'>) =>
      `'${metric}' is not a metric of vectors (${vector} of '${type}').`,
  ),
} as const satisfies SentenceRows;
