/** Takes the list of people who have access, and ends what those have here who have gone or have a lesser role now. */
import type { DatabaseRole, InternalPeople } from '@acacia/contract';
import { secondNow, type Credentials } from './credentials.ts';
import type { CredentialsFile } from './credentials-file.ts';

const sameRoles = (a: CredentialsFile['people'], b: CredentialsFile['people']): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, role]) => Object.hasOwn(b, name) && b[name] === role);

/**
 * The new list is in memory as soon as this is called; the promise resolves when the ended credentials are off the disk
 * too.
 * @param tell called with a sentence about each person who has less than before
 */
export async function tellPeople(
  credentials: Credentials,
  list: InternalPeople['people'],
  tell: (sentence: string) => void,
): Promise<void> {
  const { people } = credentials;
  people.tell(list);
  const sentences: string[] = [];
  await credentials.update((before) => {
    const isGone = (name: string): boolean => people.isPerson(name) && people.roleOf(name) === null;
    const isLowered = ([name, role]: readonly [string, DatabaseRole | null]): boolean =>
      role === 'superuser' && people.roleOf(name) === 'globalobserver';
    const now = Object.fromEntries(list.map(({ email, role }) => [email, role]));
    const gone = Object.keys(before.people).filter(isGone);
    const orphans = before.secrets.filter(({ owner }) => isGone(owner));
    // A superuser can grant themselves anything, which would outlast the role.
    const lowered = Object.entries(before.people)
      .filter(isLowered)
      .map(([name]) => name);
    const stripped = Object.keys(before.rights).filter((name) => isGone(name) || lowered.includes(name));
    if (gone.length === 0 && orphans.length === 0 && stripped.length === 0 && sameRoles(before.people, now))
      return before;
    for (const name of new Set([...gone, ...orphans.map(({ owner }) => owner)])) {
      const count = orphans.filter(({ owner }) => owner === name).length;
      sentences.push(
        `"${name}" has no access to this workspace any more: their tokens, ${count} secrets and what was granted to them here have ended.`,
      );
    }
    for (const name of lowered.filter((each) => stripped.includes(each))) {
      sentences.push(`"${name}" is no superuser any more: what was granted to them here has ended too.`);
    }
    const ended = Object.fromEntries(gone.map((name) => [name, secondNow() + 1]));
    return {
      ...before,
      people: now,
      rights: Object.fromEntries(Object.entries(before.rights).filter(([name]) => !stripped.includes(name))),
      secrets: before.secrets.filter((secret) => !orphans.includes(secret)),
      droppedBefore: { ...before.droppedBefore, ...ended },
    };
  });
  for (const sentence of sentences) tell(sentence);
}
