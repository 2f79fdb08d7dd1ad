/**
 * Search parameters as plain text: `?name=007&tab=general`. The router's own way writes strings that look
 * like numbers in quotes, and the addresses of the specification have none. Each route's schema turns text
 * into what it needs.
 */
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

export const parseSearch = parseSearchWith((text) => text);
export const stringifySearch = stringifySearchWith((value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value),
);
