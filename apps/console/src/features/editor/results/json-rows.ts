/** A JSON value as the rows of a tree of which some branches are open. */
import { t } from '@acacia/texts';
import { stringifyJson } from '@acacia/base';
import { childrenOf } from '../pretty-json.ts';

interface JsonRow {
  /** Keys from the root, joined; names the row. */
  readonly path: string;
  readonly depth: number;
  /** Name or place in its parent; null for the root. */
  readonly name: string | null;
  /** Text of the row: a value, or the size of a branch. */
  readonly text: string;
  readonly kind: 'string' | 'number' | 'boolean' | 'null' | 'object' | 'list';
  readonly open: boolean | null;
}

const SEPARATOR = '\u0000';

function kindOf(value: unknown): JsonRow['kind'] {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
    case 'bigint':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'object';
  }
}

const itemsText = (items: number): string => (items === 1 ? t`${items} item` : t`${items} items`);
const fieldsText = (fields: number): string => (fields === 1 ? t`${fields} field` : t`${fields} fields`);

/** The first entries of a closed branch. */
function preview(value: object): string {
  const list = Array.isArray(value);
  const parts: string[] = [];
  let length = 0;
  for (const [key, child] of childrenOf(value)) {
    const text =
      typeof child === 'object' && child !== null
        ? Array.isArray(child)
          ? '[…]'
          : '{…}'
        : stringifyJson(child ?? null);
    const short = text.length > 40 ? `${text.slice(0, 39)}…` : text;
    parts.push(list ? short : `${key}: ${short}`);
    length += short.length + key.length;
    if (length > 90) {
      parts.push('…');
      break;
    }
  }
  return list ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}

/**
 * @param isOpen whether the branch at a path is open
 */
export function jsonRows(root: unknown, isOpen: (path: string, depth: number) => boolean): JsonRow[] {
  const rows: JsonRow[] = [];
  const add = (value: unknown, name: string | null, path: string, depth: number): void => {
    const kind = kindOf(value);
    if (kind !== 'object' && kind !== 'list') {
      rows.push({ path, depth, name, kind, text: stringifyJson(value ?? null), open: null });
      return;
    }
    const branch = value as object;
    const children = childrenOf(branch);
    const size = (kind === 'list' ? itemsText : fieldsText)(children.length);
    const open = children.length === 0 ? null : isOpen(path, depth);
    const text = open === false && kind === 'object' ? preview(branch) : size;
    rows.push({ path, depth, name, kind, text, open });
    if (open === true)
      for (const [key, child] of children) add(child, key, path + SEPARATOR + key, depth + 1);
  };
  add(root, null, '', 0);
  return rows;
}
