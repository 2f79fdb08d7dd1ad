/** E-mail addresses of people. */

/**
 * The one form of an address, under which it is stored and looked for: case, width and composition of letters are no
 * difference between two addresses. Compatibility forms go first (Unicode NFKC), since they may hide capitals.
 */
export const normalEmail = (text: string): string =>
  text.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
