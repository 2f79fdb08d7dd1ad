/** The names of an organisation that is made for a person (specification part 3, section 5). */

const LEAST = 3;
const MOST = 50;
/** Room for a number that makes a name unique. */
const ROOM = 12;

interface Founder {
  readonly email: string;
  /** As the person wrote it; it may be the address. */
  readonly name: string;
}

/** The person in words: their name, or else the address before `+` and `@`, its parts as words. */
function inWords({ email, name }: Founder): string {
  const own = name.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (own !== '' && !own.includes('@')) return own;
  const [local = ''] = email.slice(0, email.lastIndexOf('@')).split('+');
  const words = local.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join(' ');
}

/** A name by the rules of organisations: lower-case letters, digits, `_` and `-`, 3 to 50 characters. */
export function nameOfFounder(founder: Founder): string {
  const name = inWords(founder)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, MOST - ROOM);
  return name.length < LEAST ? `${name === '' ? 'own' : name}-org` : name;
}

/** The name that people read. */
export function displayNameOfFounder(founder: Founder): string {
  const suffix = "'s organization";
  const words = inWords(founder);
  if (words === '') return 'My organization';
  const cut = [...words].slice(0, MOST - suffix.length).join('');
  return `${cut.trim()}${suffix}`.slice(0, MOST);
}
