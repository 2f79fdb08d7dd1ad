/** Roles of one user as pairs of a scope and its roles, and the changes between two of them. */
import { t } from '@acacia/texts';
import { GLOBAL_SCOPE, type RoleListing } from '@acacia/contract';

export interface RolePair {
  /** Name of a graph, `1` for the global scope, null: not chosen yet. */
  readonly scope: string | null;
  readonly roles: readonly string[];
}

export interface RoleStep {
  readonly graph: string | null;
  readonly roles: readonly string[];
}

interface RoleChanges {
  readonly assign: readonly RoleStep[];
  readonly revoke: readonly RoleStep[];
}

export const scopeLabel = (scope: string): string => (scope === GLOBAL_SCOPE ? t`global` : scope);

const without = (roles: readonly string[], others: readonly string[]): string[] =>
  roles.filter((role) => !others.includes(role));

const rolesIn = (pairs: readonly RolePair[], scope: string): readonly string[] =>
  pairs.find((pair) => pair.scope === scope)?.roles ?? [];

/** Scopes of both lists, each once, in their order. */
const scopesOf = (...lists: readonly (readonly RolePair[])[]): string[] => [
  ...new Set(lists.flat().flatMap(({ scope }) => (scope === null ? [] : [scope]))),
];

/**
 * The roles that can be revoked.
 * @param roles by scope, as the workspace tells them: those of the global scope stand under each graph too
 * @param fixed roles that come from the organisation
 */
export function pairsOf(
  roles: Readonly<Record<string, readonly string[]>>,
  fixed: readonly string[],
): RolePair[] {
  const everywhere = Object.hasOwn(roles, GLOBAL_SCOPE) ? (roles[GLOBAL_SCOPE] ?? []) : [];
  return Object.entries(roles)
    .map(([scope, held]) => ({
      scope,
      roles: without(held, scope === GLOBAL_SCOPE ? fixed : [...everywhere, ...fixed]),
    }))
    .filter((pair) => pair.roles.length > 0);
}

/** The roles to assign and to revoke, by scope, that lead from the first to the second. */
export function roleChanges(before: readonly RolePair[], after: readonly RolePair[]): RoleChanges {
  const steps = (from: readonly RolePair[], to: readonly RolePair[]): RoleStep[] =>
    scopesOf(before, after)
      .map((scope) => ({
        graph: scope === GLOBAL_SCOPE ? null : scope,
        roles: without(rolesIn(to, scope), rolesIn(from, scope)),
      }))
      .filter(({ roles }) => roles.length > 0);
  return { assign: steps(before, after), revoke: steps(after, before) };
}

/** The changes from `before` to `edited`, made on top of `fresh`: changes of others in between stay. */
export function rebased(
  edited: readonly RolePair[],
  before: readonly RolePair[],
  fresh: readonly RolePair[],
): RolePair[] {
  const pairs = scopesOf(edited, fresh).map((scope) => {
    const [wanted, had] = [rolesIn(edited, scope), rolesIn(before, scope)];
    const stay = without(rolesIn(fresh, scope), without(had, wanted));
    return { scope, roles: [...new Set([...stay, ...without(wanted, had)])] };
  });
  // A graph that was just chosen stays, to go on with.
  return pairs.filter(({ scope, roles }) => roles.length > 0 || edited.some((pair) => pair.scope === scope));
}

/** Roles that can be assigned in a scope, and those held there. */
export function rolesFor({ builtIn, userDefinedRoles }: RoleListing, { scope, roles }: RolePair): string[] {
  if (scope === null) return [];
  const defined = Object.hasOwn(userDefinedRoles, scope) ? (userDefinedRoles[scope] ?? []) : [];
  const own = scope === GLOBAL_SCOPE ? builtIn.global : builtIn.local;
  return [...new Set([...own, ...defined, ...roles])];
}
