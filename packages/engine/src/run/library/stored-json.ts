/** JSON text of stored LIST, SET, MAP and tuple values; whole numbers of 64 bits keep their value. */

/** Only a long run of digits can be a number that JSON.parse would round. */
const LONG_NUMBER = /\d{16}/;

export const parseStored = (text: string): unknown => {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as unknown;
  return JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) => {
    const source = context?.source ?? '';
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return /^-?\d+$/.test(source) ? BigInt(source) : value;
  }) as unknown;
};
