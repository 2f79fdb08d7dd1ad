/** The type of a column, judged by its values, with the reason. */

import { TYPE_REASONS } from './reasons.ts';

export const COLUMN_TYPES = ['INT', 'DOUBLE', 'BOOL', 'DATETIME', 'STRING'] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/**
 * How values are written that a load converts first: numbers with commas between thousands, or dates in a format of
 * strptime.
 */
export const COLUMN_FORMS = [
  'thousands',
  '%d/%m/%Y',
  '%m/%d/%Y',
  '%d.%m.%Y',
  '%d-%m-%Y',
  '%m-%d-%Y',
  '%b %d %Y',
  '%b %d, %Y',
  '%B %d %Y',
  '%B %d, %Y',
  '%d %b %Y',
  '%d %B %Y',
  '%d-%b-%Y',
] as const;
export type ColumnForm = (typeof COLUMN_FORMS)[number];

export interface InferredType {
  readonly type: ColumnType;
  /** Null: values are loaded as they are. */
  readonly form: ColumnForm | null;
  /** A sentence for people. */
  readonly reason: string;
}

const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** The forms that a DATETIME is read from when it is loaded. */
const DATETIME =
  /^\d{4}([-/])(0[1-9]|1[0-2])\1(0[1-9]|[12]\d|3[01])(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?[zZ]?)?$/;
const THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;

const isEmpty = (text: string | null): boolean => text === null || text.trim() === '';
const isBoolean = (text: string): boolean => /^(?:true|false)$/i.test(text);
const fits = (text: string): boolean => text.length < 18 || (BigInt(text) >= LEAST && BigInt(text) <= MOST);

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const SHORT_MONTHS = MONTHS.map((month) => month.slice(0, 3));

const MONTH_WORD = `(?:${SHORT_MONTHS.join('|')})[a-z]{0,6}`;
const OTHER_DATE = new RegExp(
  String.raw`^(?:\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}[ -]${MONTH_WORD}[ -]\d{2,4}|${MONTH_WORD} \d{1,2},? \d{4})(?: .*)?$`,
  'i',
);

type Part = 'day' | 'month' | 'year';
const DIGITS: Readonly<Record<string, readonly [pattern: string, part: Part]>> = {
  '%d': ['(\\d{1,2})', 'day'],
  '%m': ['(\\d{1,2})', 'month'],
  '%Y': ['(\\d{4})', 'year'],
  '%b': [`(${SHORT_MONTHS.join('|')})`, 'month'],
  '%B': [`(${MONTHS.join('|')})`, 'month'],
};

interface DateForm {
  readonly form: ColumnForm;
  /** Milliseconds since 1970 UTC; null: the text is no such date. */
  readonly timeOf: (text: string) => number | null;
}

/** Reads dates of a form, as strptime does: months in any case, and real days alone. */
function dateForm(form: ColumnForm): DateForm {
  const parts = [...form.matchAll(/%\w/g)].map(([name]) => DIGITS[name]?.[1]);
  const source = form.replace(/\./g, '\\.').replace(/%\w/g, (name) => DIGITS[name]?.[0] ?? '');
  const pattern = new RegExp(`^${source}$`, 'i');
  return {
    form,
    timeOf(text) {
      const found = pattern.exec(text)?.slice(1);
      if (found === undefined) return null;
      const value = (part: Part): string => found[parts.indexOf(part)] ?? '';
      const named = SHORT_MONTHS.indexOf(shortMonth(value('month')));
      const month = named === -1 ? Number(value('month')) - 1 : named;
      const [day, year] = [Number(value('day')), Number(value('year'))];
      const date = new Date(Date.UTC(year, month, day));
      return date.getUTCMonth() === month && date.getUTCDate() === day ? date.getTime() : null;
    },
  };
}

const shortMonth = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1, 3).toLowerCase();

const DATE_FORMS = COLUMN_FORMS.filter((form) => form !== 'thousands').map(dateForm);

/** The forms that all texts have, without those that read the same dates as an earlier one: May is short and long. */
function formsOf(texts: readonly string[]): readonly DateForm[] {
  const found = DATE_FORMS.filter(({ timeOf }) => texts.every((text) => timeOf(text) !== null));
  const [first] = found;
  return found.filter(
    (each) => each === first || texts.some((text) => each.timeOf(text) !== first?.timeOf(text)),
  );
}

/** Null: the texts are no dates of these forms. */
function inferDate(texts: readonly string[]): InferredType | null {
  const [first, other] = formsOf(texts);
  if (first === undefined) return null;
  const example = texts[0] ?? '';
  if (other !== undefined)
    return {
      type: 'STRING',
      form: null,
      reason: TYPE_REASONS.ambiguousDates({ example }),
    };
  const reason = TYPE_REASONS.datesOfForm({ example, count: texts.length });
  return { type: 'DATETIME', form: first.form, reason };
}

/** The one form of those texts that are dates of some form; null: there is none, or not one alone. */
function formOfDates(texts: readonly string[]): ColumnForm | null {
  const dates = texts.filter((text) => DATE_FORMS.some(({ timeOf }) => timeOf(text) !== null));
  if (dates.length === 0) return null;
  const [first, other] = formsOf(dates);
  return other === undefined ? (first?.form ?? null) : null;
}

/** Values that are not empty count; a column without any is a STRING. */
export function inferType(values: readonly (string | null)[]): InferredType {
  const texts = values.flatMap((value) => (isEmpty(value) ? [] : [(value as string).trim()]));
  const plain = (type: ColumnType, reason: string): InferredType => ({ type, form: null, reason });
  if (texts.length === 0) return plain('STRING', TYPE_REASONS.noValues());
  const count = texts.length;
  if (texts.every(isBoolean)) return plain('BOOL', TYPE_REASONS.booleans({ count }));
  const grouped = texts.find((text) => THOUSANDS.test(text));
  const isNumber = (text: string): boolean => DECIMAL.test(text) || THOUSANDS.test(text);
  if (grouped !== undefined && texts.every(isNumber)) {
    const digits = texts.map((text) => text.replaceAll(',', ''));
    const whole = digits.every((text) => INTEGER.test(text));
    const beyond = whole ? digits.find((text) => !fits(text)) : undefined;
    if (beyond !== undefined) return plain('STRING', TYPE_REASONS.beyondInt({ example: beyond }));
    const reason = TYPE_REASONS.thousands({ example: grouped, count });
    return { type: whole ? 'INT' : 'DOUBLE', form: 'thousands', reason };
  }
  if (texts.every((text) => INTEGER.test(text))) {
    const padded = texts.find((text) => /^0\d/.test(text));
    if (padded !== undefined) return plain('STRING', TYPE_REASONS.padded({ example: padded }));
    const beyond = texts.find((text) => !fits(text));
    if (beyond !== undefined) return plain('STRING', TYPE_REASONS.beyondInt({ example: beyond }));
    return plain('INT', TYPE_REASONS.wholeNumbers({ count }));
  }
  if (texts.every((text) => DECIMAL.test(text))) return plain('DOUBLE', TYPE_REASONS.numbers({ count }));
  if (texts.every((text) => DATETIME.test(text))) return plain('DATETIME', TYPE_REASONS.dates({ count }));
  const date = inferDate(texts);
  if (date !== null) return date;
  const form = formOfDates(texts);
  if (texts.every((text) => OTHER_DATE.test(text))) {
    const reason = TYPE_REASONS.mixedDates({ example: texts[0] ?? '' });
    return { type: 'STRING', form, reason };
  }
  if (form !== null) return { type: 'STRING', form, reason: TYPE_REASONS.textWithDates() };
  const areThousands = texts.every((text) => !text.includes(',') || THOUSANDS.test(text));
  if (grouped !== undefined && areThousands) {
    // Mapped to numbers, those that are some are read; as text all of them stay as they are.
    return { type: 'STRING', form: 'thousands', reason: TYPE_REASONS.textWithNumbers({ example: grouped }) };
  }
  return plain('STRING', TYPE_REASONS.text());
}

/** Whether a cell is a value by its look: a number, a date or a truth value. */
export function looksTyped(cell: string): boolean {
  const text = cell.trim();
  return (
    DECIMAL.test(text) ||
    THOUSANDS.test(text) ||
    DATETIME.test(text) ||
    OTHER_DATE.test(text) ||
    isBoolean(text)
  );
}
