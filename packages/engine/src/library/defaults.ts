/** Initial values of types. */
import type { ValueType } from './value-types.ts';
import { Bag, Tuple } from './values.ts';

/** The initial value of a type, which is also read where an item is not found. */
export function unset(type: ValueType): unknown {
  switch (type.kind) {
    case 'int':
    case 'double':
    case 'datetime':
      return 0;
    case 'string':
      return '';
    case 'bool':
      return false;
    case 'vertex':
    case 'edge':
      return -1;
    case 'list':
      return [];
    case 'set':
      return new Set();
    case 'bag':
      return new Bag();
    case 'map':
      return new Map();
    case 'tuple':
      return new Tuple(type.fields.map((field) => unset(field.type)));
    default:
      return null;
  }
}
