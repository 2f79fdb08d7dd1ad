/** Values of attributes as a person types them. */
import { t } from '@acacia/texts';
import { parseJson, stringifyJson } from '@acacia/base';

/** A problem of a typed value, as a sentence. */
interface ValueProblem {
  readonly problem: string;
}

const INTEGER = { INT: /^-?\d+$/, UINT: /^\d+$/ } as const;
const DATETIME = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/;

/** Whether values of a type are written as JSON. */
export const isStructured = (type: string): boolean => ['LIST', 'SET', 'MAP', 'UDT'].includes(type);

/** An integer as it is sent; beyond 2^53 exactly. */
function integer(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

export function readValue(type: string, text: string): { readonly value: unknown } | ValueProblem {
  const trimmed = text.trim();
  const invalid = { problem: t`Please input a valid ${type}.` };
  if (type === 'INT' || type === 'UINT')
    return INTEGER[type].test(trimmed) ? { value: integer(trimmed) } : invalid;
  if (type === 'FLOAT' || type === 'DOUBLE') {
    return trimmed !== '' && Number.isFinite(Number(trimmed)) ? { value: Number(trimmed) } : invalid;
  }
  if (type === 'BOOL')
    return trimmed === 'true' || trimmed === 'false' ? { value: trimmed === 'true' } : invalid;
  if (type === 'DATETIME') {
    const isMoment = DATETIME.test(trimmed) && !Number.isNaN(Date.parse(trimmed.replace(' ', 'T')));
    return isMoment ? { value: trimmed.length === 10 ? `${trimmed} 00:00:00` : trimmed } : invalid;
  }
  if (!isStructured(type)) return { value: text };
  try {
    return { value: parseJson(trimmed) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: t`Please write a ${type} as JSON.` };
    throw error;
  }
}

/** A value as it is typed. */
export function typedValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}
