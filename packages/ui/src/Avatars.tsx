/** People as overlapping initials; of many the first, and the number of the others. */
import { comma } from '@acacia/texts';
import { Tooltip } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import classes from './Avatars.module.css';
import { colorOfName } from './palette.ts';

interface AvatarsProps {
  /** Accessible name, e.g. `Members of Workspace-1`. */
  readonly label: string;
  /** Names or e-mail addresses. */
  readonly people: readonly string[];
}

const MOST = 15;

/** `AB` of `Ann Bee` and of `ann.bee@example.com`. */
export function initialsOf(person: string): string {
  const words = (person.split('@')[0] ?? '').split(/[\s._+-]+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toUpperCase();
}

interface AvatarProps extends ComponentPropsWithRef<'span'> {
  /** Name or e-mail address. */
  readonly person: string;
}

/** One person as initials. */
export function Avatar({ person, ...span }: AvatarProps) {
  return (
    <span
      {...span}
      className={classes.avatar}
      role="img"
      aria-label={person}
      // A tint, on which letters are readable whichever colour it is.
      style={{ background: `color-mix(in oklab, ${colorOfName(person)} 30%, var(--acacia-surface))` }}
    >
      {initialsOf(person)}
    </span>
  );
}

export function Avatars({ label, people }: AvatarsProps) {
  const shown = people.slice(0, MOST);
  const rest = people.slice(MOST);
  return (
    <ul className={classes.avatars} aria-label={label}>
      {shown.map((person) => (
        <li key={person}>
          <Tooltip label={person}>
            <Avatar person={person} />
          </Tooltip>
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <Tooltip label={rest.join(comma)}>
            <span
              className={classes.more}
              role="img"
              aria-label={`${rest.length} more: ${rest.join(comma)}`}
              tabIndex={0}
            >
              +{rest.length}
            </span>
          </Tooltip>
        </li>
      )}
    </ul>
  );
}
