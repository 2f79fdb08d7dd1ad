/** Sentences for fields whose schema has none of its own. */
import type { z } from 'zod';

type Issue = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>['localeError']>>[0];

/** Kinds of values by the names that zod has for them; other names are shown as they are. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'an address that starts with https://',
  uuid: 'a UUID',
  guid: 'a UUID',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  time: 'a time such as 12:00:00',
};
const UNITS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
};

/** A choice as it is written in JSON. */
const choice = (value: unknown): string => (typeof value === 'string' ? value : String(value));

function bound(origin: string, least: boolean, limit: number | bigint, inclusive: boolean): string {
  const unit = UNITS[origin];
  const side = least ? (inclusive ? 'at least' : 'more than') : inclusive ? 'at most' : 'less than';
  return unit === undefined
    ? `must be ${side} ${limit}`
    : `must have ${side} ${limit} ${unit[Number(limit) === 1 ? 0 : 1]}`;
}

/**
 * The sentence of a fault, to stand after a field's name: `is needed`, `must be a text`. For `z.config({ localeError })`
 * of servers and the command line, which would otherwise say what zod has: "Invalid input: expected string, received
 * undefined".
 */
export function fieldFault(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is needed' : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value': {
      if (issue.input === undefined) return 'is needed';
      const choices = issue.values.map(choice).join(', ');
      return issue.values.length === 1 ? `must be ${choices}` : `must be one of ${choices}`;
    }
    case 'too_small':
      return bound(issue.origin, true, issue.minimum, issue.inclusive ?? true);
    case 'too_big':
      return bound(issue.origin, false, issue.maximum, issue.inclusive ?? true);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has no field ${issue.keys.map((key) => `'${key}'`).join(', ')}`;
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'in its form'}`;
    default:
      return issue.input === undefined ? 'is needed' : 'is not valid';
  }
}
