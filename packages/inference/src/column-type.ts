/** The type of a column, judged by its values, with the reason. */

import { TYPE_REASONS } from './reasons.ts';

export const COLUMN_TYPES = ['INT', 'DOUBLE', 'BOOL', 'DATETIME', 'STRING'] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** The form of times with an offset from UTC, such as `2026-01-31T08:00:00+02:00`, which are stored in UTC. */
export const ZONED_FORM = '%Y-%m-%dT%H:%M:%S%z';

/**
 * How values are written that a load converts first: numbers with commas between thousands, numbers with a decimal
 * comma and maybe points between thousands, or dates in a format of strptime.
 */
export const COLUMN_FORMS = [
  'thousands',
  'decimal comma',
  ZONED_FORM,
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
  '%d.%m.%Y %H:%M',
  '%d.%m.%Y %H:%M:%S',
  '%d/%m/%Y %H:%M',
  '%d/%m/%Y %H:%M:%S',
  '%m/%d/%Y %H:%M',
  '%m/%d/%Y %H:%M:%S',
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
const ZONED =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[zZ]| ?UTC|[+-]\d{2}:\d{2})$/;
const THOUSANDS = /^[+-]?(?!0\d*,)\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
/** Numbers as most of Europe writes them: `1.234,56`. */
const COMMA_NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/;
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

type Part = 'day' | 'month' | 'year' | 'hour' | 'minute' | 'second';
const DIGITS: Readonly<Record<string, readonly [pattern: string, part: Part]>> = {
  '%d': ['(\\d{1,2})', 'day'],
  '%m': ['(\\d{1,2})', 'month'],
  '%Y': ['(\\d{4})', 'year'],
  '%b': [`(${SHORT_MONTHS.join('|')})`, 'month'],
  '%B': [`(${MONTHS.join('|')})`, 'month'],
  '%H': ['([01]?\\d|2[0-3])', 'hour'],
  '%M': ['([0-5]?\\d)', 'minute'],
  '%S': ['([0-5]?\\d)', 'second'],
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
      if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return null;
      const [hours, minutes, seconds] = [value('hour'), value('minute'), value('second')].map(Number);
      return date.setUTCHours(hours ?? 0, minutes, seconds);
    },
  };
}

const shortMonth = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1, 3).toLowerCase();

/** The forms of dates that strptime reads as they stand. */
export const DATE_FORMATS = COLUMN_FORMS.filter(
  (form) => form !== 'thousands' && form !== 'decimal comma' && form !== ZONED_FORM,
);
const DATE_FORMS = DATE_FORMATS.map(dateForm);

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

/** Numbers with a decimal comma; null: the texts are none, or commas may part thousands as well. */
function inferCommaNumbers(texts: readonly string[], isComma: boolean): InferredType | null {
  const marked =
    texts.find((text) => text.includes(',')) ??
    (isComma ? texts.find((text) => text.includes('.')) : undefined);
  if (marked === undefined || !texts.every(isCommaNumber)) return null;
  if (texts.some((text) => /^[+-]?0\d/.test(text))) return null;
  const isWhole = texts.every((text) => !text.includes(',') && fits(text.replaceAll('.', '')));
  const reason = TYPE_REASONS.decimalComma({ example: marked, count: texts.length });
  return { type: isWhole ? 'INT' : 'DOUBLE', form: 'decimal comma', reason };
}

const textsOf = (values: readonly (string | null)[]): string[] =>
  values.flatMap((value) => (isEmpty(value) ? [] : [(value as string).trim()]));

const isPointNumber = (text: string): boolean => DECIMAL.test(text) || THOUSANDS.test(text);
const isCommaNumber = (text: string): boolean => COMMA_NUMBER.test(text);

/**
 * Whether numbers of a file have a decimal comma: a column shows it, as by `77,2`, and none a decimal point. Where each
 * could be either, as `1,234`, a comma between columns that semicolons part is a decimal one.
 * @param columns values of each
 */
export function hasDecimalCommas(
  columns: readonly (readonly (string | null)[])[],
  separator: string,
): boolean {
  const all = columns.map(textsOf);
  const shows = (isOf: (text: string) => boolean, isOther: (text: string) => boolean): boolean =>
    all.some((texts) => texts.every(isOf) && !texts.every(isOther));
  if (shows(isPointNumber, isCommaNumber)) return false;
  if (shows(isCommaNumber, isPointNumber)) return true;
  return (
    separator === ';' &&
    all.some((texts) => texts.every(isCommaNumber) && texts.some((text) => text.includes(',')))
  );
}

/**
 * Values that are not empty count; a column without any is a STRING.
 * @param isComma whether numbers of the same file have a decimal comma, by which `1,234` and `1.234` are understood
 */
export function inferType(values: readonly (string | null)[], isComma = false): InferredType {
  const texts = textsOf(values);
  const plain = (type: ColumnType, reason: string): InferredType => ({ type, form: null, reason });
  if (texts.length === 0) return plain('STRING', TYPE_REASONS.noValues());
  const count = texts.length;
  if (texts.every(isBoolean)) return plain('BOOL', TYPE_REASONS.booleans({ count }));
  const byComma = isComma ? inferCommaNumbers(texts, true) : null;
  if (byComma !== null) return byComma;
  const grouped = texts.find((text) => THOUSANDS.test(text));
  if (grouped !== undefined && texts.every(isPointNumber)) {
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
  const commas = inferCommaNumbers(texts, false);
  if (commas !== null) return commas;
  if (texts.every((text) => DATETIME.test(text))) return plain('DATETIME', TYPE_REASONS.dates({ count }));
  if (texts.every((text) => ZONED.test(text))) {
    const example = texts.find((text) => !DATETIME.test(text)) ?? '';
    return { type: 'DATETIME', form: ZONED_FORM, reason: TYPE_REASONS.zonedDates({ example, count }) };
  }
  const date = inferDate(texts);
  if (date !== null) return date;
  const form = formOfDates(texts);
  if (texts.every((text) => OTHER_DATE.test(text))) {
    const reason = TYPE_REASONS.mixedDates({ example: texts[0] ?? '' });
    return { type: 'STRING', form, reason };
  }
  if (form !== null) return { type: 'STRING', form, reason: TYPE_REASONS.textWithDates() };
  const withComma = texts.find((text) => text.includes(',') && isCommaNumber(text));
  const areCommas = texts.every((text) => !DECIMAL.test(text) || isCommaNumber(text));
  if (isComma && withComma !== undefined && areCommas) {
    const reason = TYPE_REASONS.textWithNumbers({ example: withComma });
    return { type: 'STRING', form: 'decimal comma', reason };
  }
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
    COMMA_NUMBER.test(text) ||
    DATETIME.test(text) ||
    ZONED.test(text) ||
    OTHER_DATE.test(text) ||
    isBoolean(text)
  );
}
