/** Names of workgroups, workspaces and databases: rules and messages (specification part 2, section 5). */
import { z } from 'zod';

export const NAME_PATTERN = /^[A-Za-z0-9_-]{1,48}$/;
export const INVALID_NAME =
  'invalid name, name must be 1-48 characters long and only contain letters, numbers, underscores, and dashes';

export const nameTaken = (name: string): string => `'${name}' is exist, please use another name`;

/** A name as people give it; the message is the specification's. */
export const Name = z
  .string({ error: INVALID_NAME })
  .regex(NAME_PATTERN, INVALID_NAME)
  .meta({ id: 'Name', description: INVALID_NAME, example: 'Workspace-1' });

/** `Workspace-N` with the next number that no existing name uses. */
export function nextName(kind: 'Workgroup' | 'Workspace' | 'Database', taken: Iterable<string>): string {
  const pattern = new RegExp(`^${kind}-(\\d+)$`);
  let highest = 0;
  for (const name of taken) {
    const match = pattern.exec(name);
    if (match) highest = Math.max(highest, Number(match[1]));
  }
  return `${kind}-${highest + 1}`;
}
