/** The type of a column, judged by its values, with the reason. */

export const COLUMN_TYPES = ['INT', 'DOUBLE', 'BOOL', 'DATETIME', 'STRING'] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

export interface InferredType {
  readonly type: ColumnType;
  /** A sentence for people. */
  readonly reason: string;
}

const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** The forms that a DATETIME is read from when it is loaded. */
const DATETIME =
  /^\d{4}([-/])(0[1-9]|1[0-2])\1(0[1-9]|[12]\d|3[01])(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?[zZ]?)?$/;
const OTHER_DATE =
  /^(?:\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}[ -][A-Z][a-z]{2,8}[ -]\d{2,4}|[A-Z][a-z]{2,8} \d{1,2},? \d{4})(?: .*)?$/;
const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;

const isEmpty = (text: string | null): boolean => text === null || text.trim() === '';
const isBoolean = (text: string): boolean => /^(?:true|false)$/i.test(text);
const fits = (text: string): boolean => text.length < 18 || (BigInt(text) >= LEAST && BigInt(text) <= MOST);

/** Values that are not empty count; a column without any is a STRING. */
export function inferType(values: readonly (string | null)[]): InferredType {
  const texts = values.flatMap((value) => (isEmpty(value) ? [] : [(value as string).trim()]));
  if (texts.length === 0) return { type: 'STRING', reason: 'It has no values in the sample.' };
  const all = `all ${texts.length} values of the sample`;
  if (texts.every(isBoolean)) return { type: 'BOOL', reason: `True or false in ${all}.` };
  if (texts.every((text) => INTEGER.test(text))) {
    const padded = texts.find((text) => /^0\d/.test(text));
    if (padded !== undefined)
      return {
        type: 'STRING',
        reason: `Digits with a zero in front, such as ${padded}, are a code and no number.`,
      };
    const beyond = texts.find((text) => !fits(text));
    if (beyond !== undefined)
      return { type: 'STRING', reason: `${beyond} is beyond the range of whole numbers with 64 bits.` };
    return { type: 'INT', reason: `Whole numbers in ${all}.` };
  }
  if (texts.every((text) => DECIMAL.test(text))) return { type: 'DOUBLE', reason: `Numbers in ${all}.` };
  if (texts.every((text) => DATETIME.test(text))) return { type: 'DATETIME', reason: `Dates in ${all}.` };
  const date = texts.find((text) => OTHER_DATE.test(text));
  if (date !== undefined && texts.every((text) => OTHER_DATE.test(text)))
    return {
      type: 'STRING',
      reason: `Dates such as ${date} are kept as text: a DATETIME is written 2026-01-31 or 2026/01/31.`,
    };
  return { type: 'STRING', reason: 'Text.' };
}

/** Whether a cell is a value by its look: a number, a date or a truth value. */
export function looksTyped(cell: string): boolean {
  const text = cell.trim();
  return DECIMAL.test(text) || DATETIME.test(text) || OTHER_DATE.test(text) || isBoolean(text);
}
