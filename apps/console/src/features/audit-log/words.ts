/** Actions and resources of the audit log in words. */
import { said } from '@acacia/texts';
import { AUDITED_KINDS, changesState, cloudApi, OTHER_AUDITED, type Route } from '@acacia/contract';

const WORDS = new Map<string, string>([
  ...Object.entries(OTHER_AUDITED),
  ...Object.entries<Route>(cloudApi)
    .filter(([, route]) => changesState(route))
    .map(([name, { summary }]): [string, string] => [name, summary]),
]);

/** The action in words; its name where this version does not know it. */
export const actionWords = (action: string): string => said(WORDS.get(action) ?? action);

/** Every action that can be in the log, by its words. */
export const ACTIONS: readonly { readonly value: string; readonly label: string }[] = [...WORDS]
  .map(([value, label]) => ({ value, label: said(label) }))
  .sort((a, b) => a.label.localeCompare(b.label));

/** Entries of earlier versions may have other kinds. */
const KINDS: Readonly<Record<string, string>> = AUDITED_KINDS;

/** The kinds of resources to filter by. */
export const RESOURCE_KINDS = Object.entries(KINDS).map(([value, label]) => ({ value, label: said(label) }));

/** A resource as the log names it, in parts: its kind in words, and its id ('' where there is none). */
export function resourceParts(resource: string): { readonly kind: string; readonly id: string } {
  const [kind = '', ...rest] = resource.split('/');
  return { kind: said(KINDS[kind] ?? kind), id: rest.join('/') };
}
