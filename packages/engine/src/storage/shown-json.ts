/** Stored values as the REST answers show them. */
import { parseJson } from '@acacia/base';
import type { DuckDBValue } from '@duckdb/node-api';
import type { AttributeType } from '@acacia/language';
import { datetimeText } from '../catalog/stored-values.ts';

/** Integers beyond 2^53 are bigints, dates are texts, in collections and tuples too. */
export function shownValue(type: AttributeType, value: DuckDBValue): unknown {
  if (type.kind !== 'scalar') return shownJson(type, parseJson(String(value)));
  if (type.name === 'DATETIME') return datetimeText(value as bigint);
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function shownJson(type: AttributeType, value: unknown): unknown {
  switch (type.kind) {
    case 'scalar':
      return type.name === 'DATETIME' ? datetimeText(BigInt(value as number | bigint)) : value;
    case 'list':
    case 'set':
      return (value as unknown[]).map((item) => shownJson(type.element, item));
    case 'map':
      return Object.fromEntries(
        Object.entries(value as object).map(([key, item]) => [
          isDatetime(type.key) ? datetimeText(BigInt(key)) : key,
          shownJson(type.value, item),
        ]),
      );
    case 'udt': {
      const fields = value as Record<string, unknown>;
      return Object.fromEntries(
        (type.fields ?? []).map((field) => [field.name, shownJson(field.type, fields[field.name])]),
      );
    }
  }
}

const isDatetime = (type: AttributeType): boolean => type.kind === 'scalar' && type.name === 'DATETIME';
