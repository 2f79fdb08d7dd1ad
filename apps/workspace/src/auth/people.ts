/**
 * People of the organisation who have access to this workspace at this moment, as the control plane lists them (`PUT
 * /internal/people`). Kept in memory alone: a process that has just started accepts no credentials of people before it
 * has the list, so that an outdated list lets nobody in.
 */
import type { DatabaseRole, InternalPeople } from '@acacia/contract';
import { problem } from '../errors/problem.ts';

export interface People {
  /** Whether the name belongs to a person of the organisation: those names are e-mail addresses. */
  isPerson(name: string): boolean;
  /** The person's present role from the organisation; null: no access (any more), or no list yet. */
  roleOf(name: string): DatabaseRole | null;
  /** Whether the organisation demands a second factor that the person lacks at this moment. */
  lacksFactor(name: string): boolean;
  names(): readonly string[];
  /** Resolves when the list has arrived. @throws Problem 503 when it does not arrive in time */
  known(): Promise<void>;
  tell(people: InternalPeople['people']): void;
}

interface Standing {
  readonly role: DatabaseRole;
  readonly lacksFactor: boolean;
}

/** Where there is no organisation: all users are the workspace's own. */
export const NO_PEOPLE: People = {
  isPerson: () => false,
  roleOf: () => null,
  lacksFactor: () => false,
  names: () => [],
  known: () => Promise.resolve(),
  tell() {
    throw problem('noOrganisation');
  },
};

/** Milliseconds to wait for the first list: the control plane sends the list as soon as the workspace answers. */
const PATIENCE = 5_000;

/** @param patience milliseconds that a request waits for the first list */
export function createPeople(patience = PATIENCE): People {
  let current: ReadonlyMap<string, Standing> | undefined;
  const told = Promise.withResolvers<void>();
  return {
    isPerson: (name) => name.includes('@'),
    roleOf: (name) => current?.get(name)?.role ?? null,
    lacksFactor: (name) => current?.get(name)?.lacksFactor ?? false,
    names: () => [...(current?.keys() ?? [])],
    async known() {
      if (current !== undefined) return;
      let timer: NodeJS.Timeout | undefined;
      const overdue = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(problem('peopleNotKnown').after(5)), patience);
      });
      try {
        await Promise.race([told.promise, overdue]);
      } finally {
        clearTimeout(timer);
      }
    },
    tell(people) {
      current = new Map(
        people.map(({ email, role, lacks_second_factor: lacksFactor }) => [email, { role, lacksFactor }]),
      );
      told.resolve();
    },
  };
}
