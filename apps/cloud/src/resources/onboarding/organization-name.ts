/** The names of an organisation that is made for a person (specification part 3, section 5). */

const LEAST = 3;
const MOST = 50;
/** Room for a number that makes a name unique. */
const ROOM = 12;

/** A name by the rules of organisations: lower-case letters, digits, `_` and `-`, 3 to 50 characters. */
export function nameOfEmail(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@'));
  const name = local
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, MOST - ROOM);
  return name.length < LEAST ? `${name === '' ? 'own' : name}-org` : name;
}

/** The name that people read: the part of the address before the @. */
export function displayNameOfEmail(email: string): string {
  const suffix = "'s organization";
  const local = [...email.slice(0, email.lastIndexOf('@'))].slice(0, MOST - suffix.length).join('');
  return `${local}${suffix}`.slice(0, MOST);
}
