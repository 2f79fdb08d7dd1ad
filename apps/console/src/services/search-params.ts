/**
 * Search parameters as plain text: `?name=007&tab=general`. The router's own parser reads `007` and `true` as numbers
 * and booleans and writes such strings in quotes; the addresses of the specification hold text. Each route's schema
 * converts text to its own types.
 */

export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined) continue;
    parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
