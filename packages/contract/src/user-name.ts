/** Rules for the names of a workspace's users (TigerGraph 4.2, user management: any signs but space and controls). */

/** Characters of a name at most: it stands in tables, logs and texts of GSQL. */
export const USER_NAME_MOST = 128;

/** Blanks, controls, characters that are not seen, and the colon, which ends a name in Basic authentication. */
const STRANGE = /[\s\p{Cc}\p{Cf}\p{Co}\p{Cs}:]/u;

/** Why a user cannot be made with this name; null when it can. */
export function userNameFault(name: string): string | null {
  if (name === '') return 'required';
  if ([...name].length > USER_NAME_MOST) return `A name may have at most ${USER_NAME_MOST} characters.`;
  if (STRANGE.test(name)) return 'A name has no blanks, no colon and no invisible characters.';
  // Two spellings of one word would be two users who look the same.
  if (name !== name.normalize('NFC')) return 'Write each letter with its accent as one character.';
  if (name.startsWith('__')) return 'A name does not begin with two underscores.';
  // Addresses lose such a segment.
  return /^\.+$/.test(name) ? 'A name has more than dots.' : null;
}
