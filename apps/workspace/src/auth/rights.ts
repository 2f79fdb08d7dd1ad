/** Rights: granted roles, defined roles, and privileges granted one by one. */
import { GLOBAL_SCOPE, Privilege } from '@acacia/contract';
import { z } from 'zod';
import { isAboutQuery, privilegesOfBuiltIn } from './privileges.ts';

/** A privilege everywhere (`graph` null), in one graph, or on one query of it. */
export const Grant = z.object({
  privilege: Privilege,
  graph: z.string().nullable(),
  query: z.string().optional(),
});
export type Grant = z.infer<typeof Grant>;

/** A role that someone made: everywhere, or (`graph`) for one graph. */
export const DefinedRole = z.object({ graph: z.string().nullable(), grants: z.array(Grant) });
export type DefinedRole = z.infer<typeof DefinedRole>;

/** Rights of one user: names of roles by scope, and privileges beside them. */
export const Rights = z.object({
  roles: z.record(z.string(), z.array(z.string())),
  grants: z.array(Grant),
});
export type Rights = z.infer<typeof Rights>;

export const NO_RIGHTS: Rights = { roles: {}, grants: [] };

export type DefinedRoles = Readonly<Record<string, DefinedRole>>;

/** Names are anyone's choice: `__proto__` is one. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** The place of a requested privilege: the global scope (`graph` null), a graph, or a query of it. */
export interface Place {
  readonly graph: string | null;
  readonly query?: string | undefined;
}

const grantCovers = (grant: Grant, privilege: Privilege, { graph, query }: Place): boolean =>
  (grant.privilege === privilege || (grant.privilege === 'OWNERSHIP' && isAboutQuery(privilege))) &&
  (grant.graph === null || grant.graph === graph) &&
  (grant.query === undefined || grant.query === query);

function roleCovers(defined: DefinedRoles, role: string, privilege: Privilege, place: Place): boolean {
  const builtIn = privilegesOfBuiltIn(role);
  if (builtIn === undefined)
    return ownValue(defined, role)?.grants.some((grant) => grantCovers(grant, privilege, place)) ?? false;
  return builtIn.includes(privilege) || (builtIn.includes('OWNERSHIP') && isAboutQuery(privilege));
}

/** Roles that count at a place: those of everywhere, and those of its graph. */
export const rolesAt = ({ roles }: Rights, graph: string | null): readonly string[] => [
  ...new Set([...(roles[GLOBAL_SCOPE] ?? []), ...(graph === null ? [] : (ownValue(roles, graph) ?? []))]),
];

export const covers = (defined: DefinedRoles, rights: Rights, privilege: Privilege, place: Place): boolean =>
  rights.grants.some((grant) => grantCovers(grant, privilege, place)) ||
  rolesAt(rights, place.graph).some((role) => roleCovers(defined, role, privilege, place));

export const privilegesAt = (
  defined: DefinedRoles,
  rights: Rights,
  graph: string | null,
): readonly Privilege[] =>
  Privilege.options.filter((privilege) => covers(defined, rights, privilege, { graph }));

/** Queries of a graph on which there are privileges, with these. */
export function privilegesOnQueries(
  grants: readonly Grant[],
  graph: string | null,
): ReadonlyMap<string, readonly Privilege[]> {
  const found = new Map<string, Privilege[]>();
  for (const { query, privilege, graph: of } of grants)
    if (query !== undefined && of === graph) found.set(query, [...(found.get(query) ?? []), privilege]);
  return found;
}

export const sameGrant = (a: Grant, b: Grant): boolean =>
  a.privilege === b.privilege && a.graph === b.graph && a.query === b.query;
