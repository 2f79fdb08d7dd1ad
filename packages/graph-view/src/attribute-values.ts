/** Values of attributes as text and as numbers. */

/** The text of a value: JSON for lists and maps, '' for none. */
export function attributeText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'bigint'
    ? value.toString()
    : JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/;

/** Numbers, truth values (0 and 1) and dates (milliseconds since 1970, UTC) on one scale; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string' || value === '') return null;
  if (DATE_TIME.test(value)) return isoOf(value);
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

export const isDate = (value: unknown): boolean => typeof value === 'string' && DATE_TIME.test(value);

function isoOf(text: string): number | null {
  const time = Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}`);
  return Number.isNaN(time) ? null : time;
}
