/** Conditions on attributes as GSQL. Pure. */
import { t } from '@acacia/texts';
import type { AttributeCondition, WireGraphSchema } from '@acacia/contract';

type Condition = Pick<AttributeCondition, 'attribute' | 'operator' | 'value'>;

/** A fault of something that a person wrote, as a sentence. */
export interface Problem {
  readonly problem: string;
}

/** A text as GSQL writes it. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')}"`;

const NUMBERS: ReadonlySet<string> = new Set(['INT', 'UINT', 'FLOAT', 'DOUBLE']);
const OPERATORS = { '=': '==', '!=': '!=', '>': '>', '>=': '>=', '<': '<', '<=': '<=' } as const;

/** @returns null where the value is none of the attribute's type */
function conditionText(name: string, { operator, value }: Condition, type: string): string | null {
  if (operator === 'contains') {
    // `%`, `_` and `[` stand for themselves within brackets.
    const words = value.toLowerCase().replaceAll(/[%_[]/g, (each) => `[${each}]`);
    return `lower(to_string(${name})) LIKE ${quoted(`%${words}%`)}`;
  }
  const compared = OPERATORS[operator];
  if (NUMBERS.has(type)) {
    return /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? `${name} ${compared} ${value.trim()}` : null;
  }
  if (type === 'BOOL') {
    const flag = value.trim().toLowerCase();
    return flag === 'true' || flag === 'false' ? `${name} ${compared} ${flag}` : null;
  }
  return type === 'DATETIME'
    ? `${name} ${compared} to_datetime(${quoted(value.trim())})`
    : `${name} ${compared} ${quoted(value)}`;
}

export interface Attributed {
  readonly Name: string;
  readonly Attributes: WireGraphSchema['VertexTypes'][number]['Attributes'];
}

/** Type of an attribute; undefined where no type has it. */
function attributeType(types: readonly Attributed[], name: string | null, attribute: string) {
  const fitting = types.filter(({ Name }) => name === null || Name === name);
  return fitting
    .flatMap(({ Attributes }) => Attributes)
    .find(({ AttributeName }) => AttributeName === attribute)?.AttributeType.Name;
}

/**
 * @param name the attribute as the text has it
 * @param type of the vertex or edge; null: any of the types
 */
export function conditionGsql(
  condition: Condition,
  name: string,
  types: readonly Attributed[],
  type: string | null,
): { readonly text: string } | Problem {
  const { attribute, value } = condition;
  const of = attributeType(types, type, attribute);
  if (of === undefined) return { problem: t`${type ?? t`The edge`} has no attribute ‘${attribute}’.` };
  const text = conditionText(name, condition, of);
  return text === null ? { problem: t`‘${value}’ is no ${of}, as ${attribute} is.` } : { text };
}
