/**
 * Who of the organisation has access to this workspace at this moment, as the control plane says it
 * (`PUT /internal/people`). Kept in memory alone: a process that has just started takes no credentials of people
 * before it was told, so that nobody comes in by what was true when it was stopped.
 */
import type { DatabaseRole, InternalPeople } from '@acacia/contract';
import { Problem } from '../http/problem.ts';

export interface People {
  /** Whether a name is one of a person's of the organisation: their names are e-mail addresses. */
  isPerson(name: string): boolean;
  /** What the organisation makes of a person now; null: no access (any more), or not told yet. */
  roleOf(name: string): DatabaseRole | null;
  names(): readonly string[];
  /** Resolves when it is known who has access. Throws a 503 when nobody says it. */
  known(): Promise<void>;
  tell(people: InternalPeople['people']): void;
}

/** Where there is no organisation: all users are the workspace's own. */
export const NO_PEOPLE: People = {
  isPerson: () => false,
  roleOf: () => null,
  names: () => [],
  known: () => Promise.resolve(),
  tell() {
    throw new Problem(409, '', 'This workspace belongs to no organisation.');
  },
};

/** Milliseconds: the control plane tells it as soon as the workspace answers. */
const PATIENCE = 5_000;

/** @param patience milliseconds that a request waits for the first list */
export function createPeople(patience = PATIENCE): People {
  let current: ReadonlyMap<string, DatabaseRole> | undefined;
  const told = Promise.withResolvers<void>();
  return {
    isPerson: (name) => name.includes('@'),
    roleOf: (name) => current?.get(name) ?? null,
    names: () => [...(current?.keys() ?? [])],
    async known() {
      if (current !== undefined) return;
      let timer: NodeJS.Timeout | undefined;
      const overdue = new Promise<never>((_, reject) => {
        const why =
          'The workspace has just started and does not know yet who has access. Try again in a moment.';
        timer = setTimeout(() => reject(new Problem(503, 'REST-14000', why, 5)), patience);
      });
      try {
        await Promise.race([told.promise, overdue]);
      } finally {
        clearTimeout(timer);
      }
    },
    tell(people) {
      current = new Map(people.map(({ email, role }) => [email, role]));
      told.resolve();
    },
  };
}
