/** Takes the list of people who have access, and ends the credentials of those who have gone. */
import type { InternalPeople } from '@acacia/contract';
import { secondNow, type Credentials } from './credentials.ts';

/**
 * The new list is in memory as soon as this is called; the promise resolves when the ended credentials are off the disk
 * too.
 * @param tell called with a sentence about each person whose credentials have ended
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
    const names = [...people.names()].sort();
    const gone = before.people.filter(isGone);
    const orphans = before.secrets.filter(({ owner }) => isGone(owner));
    if (gone.length === 0 && orphans.length === 0 && names.join('\n') === before.people.join('\n'))
      return before;
    for (const name of new Set([...gone, ...orphans.map(({ owner }) => owner)])) {
      const count = orphans.filter(({ owner }) => owner === name).length;
      sentences.push(
        `"${name}" has no access to this workspace any more: their tokens and ${count} secrets have ended.`,
      );
    }
    const ended = Object.fromEntries(gone.map((name) => [name, secondNow() + 1]));
    return {
      ...before,
      people: names,
      secrets: before.secrets.filter((secret) => !orphans.includes(secret)),
      droppedBefore: { ...before.droppedBefore, ...ended },
    };
  });
  for (const sentence of sentences) tell(sentence);
}
