/** Resources, filters and pages of SCIM 2.0 (RFC 7643, 7644), in the forms that TigerGraph documents. */
import { createHash } from 'node:crypto';
import { SCIM_GROUP, SCIM_USER, type ScimList } from '@acacia/contract';
import type { z } from 'zod';
import { problem } from '../errors/problem.ts';

/** The id that stands for a name of a user or group: the same whenever it is asked for. */
export function idOf(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

export const userResource = (userName: string) => ({
  schemas: [SCIM_USER] as const,
  id: idOf(userName),
  userName,
  name: {},
  active: true as const,
  meta: { location: `/scim/v2/Users/${idOf(userName)}`, resourceType: 'User' as const },
});

export const groupResource = (displayName: string, members: readonly string[]) => ({
  schemas: [SCIM_GROUP] as const,
  id: idOf(displayName),
  displayName,
  members: members.map((display) => ({ display, type: 'User' as const, value: idOf(display) })),
  meta: { location: `/scim/v2/Groups/${idOf(displayName)}`, resourceType: 'Group' as const },
});

const CONDITION = /^\s*(\w+)\s+(eq|ne|co|sw|ew)\s+(?:"([^"]*)"|'([^']*)')\s*/i;

function matchesOne(operator: string, wanted: string): (name: string) => boolean {
  switch (operator) {
    case 'eq':
      return (name) => name === wanted;
    case 'ne':
      return (name) => name !== wanted;
    case 'co':
      return (name) => name.includes(wanted);
    case 'sw':
      return (name) => name.startsWith(wanted);
    default:
      return (name) => name.endsWith(wanted);
  }
}

type Attribute = 'userName' | 'displayName';

/**
 * `userName sw "a" and userName ne "ab" or …` on the one attribute that is filtered by; "and" binds closer.
 * @throws Problem when it is written otherwise
 */
function filterOf(text: string, attribute: Attribute): (name: string) => boolean {
  /** Groups of conditions that all hold; one of the groups must. */
  const groups: ((name: string) => boolean)[][] = [[]];
  let rest = text;
  for (;;) {
    const [read, named, operator, inDouble, inSingle = ''] = CONDITION.exec(rest) ?? [];
    if (read === undefined || operator === undefined || named?.toLowerCase() !== attribute.toLowerCase())
      throw problem('scimFilter', { text, attribute });
    groups.at(-1)?.push(matchesOne(operator.toLowerCase(), inDouble ?? inSingle));
    rest = rest.slice(read.length);
    if (rest === '') break;
    const joined = /^(and|or)\s/i.exec(rest);
    if (joined === null) throw problem('scimFilter', { text, attribute });
    if (joined[1]?.toLowerCase() === 'or') groups.push([]);
    rest = rest.slice(joined[0].length);
  }
  return (name) => groups.some((group) => group.every((holds) => holds(name)));
}

/**
 * The page of a list of those names that the filter leaves.
 * @throws Problem when the filter cannot be read
 */
export function scimList<T>(
  names: readonly string[],
  attribute: Attribute,
  { filter = '', startIndex, count }: z.output<typeof ScimList>,
  resource: (name: string) => T,
) {
  const found = names.filter(filter === '' ? () => true : filterOf(filter, attribute));
  const first = Math.max(1, startIndex);
  const page = found.slice(first - 1, count === undefined ? undefined : first - 1 + count);
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: found.length,
    startIndex: first,
    itemsPerPage: page.length,
    Resources: page.map(resource),
  };
}
