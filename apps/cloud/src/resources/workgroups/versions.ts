/**
 * Versions of the list of workgroups. A browser that waits for the next version reads the list as soon as something has
 * changed, instead of at its next poll.
 */
import { randomUUID } from 'node:crypto';
import { createChanges } from '../../timing/changes.ts';

export interface Versions {
  /** Makes a new version, because something has changed. */
  tell(): void;
  /** Resolves with the version as soon as it differs from `after`, or after so many milliseconds. */
  wait(after: string | undefined, milliseconds: number): Promise<string>;
}

const ALL = 'workgroups';

export function createVersions(): Versions {
  const changes = createChanges();
  /** Different after each start: a restarted control plane does not know which changes its browsers missed. */
  const run = randomUUID();
  let count = 0;
  const version = () => `${run}.${count}`;
  return {
    tell() {
      count += 1;
      changes.tell(ALL);
    },
    async wait(after, milliseconds) {
      const follower = changes.follow(ALL);
      try {
        if (after === version()) await follower.next(milliseconds);
        return version();
      } finally {
        follower.end();
      }
    },
  };
}
