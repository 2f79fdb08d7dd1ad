/** Parts that all answers of SCIM share: pages, chosen attributes, versions. */
import { createHash } from 'node:crypto';
import { SCIM_LIMITS } from '@acacia/contract';
import { z } from 'zod';
import { invalidInput, problem } from '../../errors/problem.ts';
import { fault } from './fault.ts';

const number = (otherwise: number) =>
  z
    .string()
    .regex(/^-?\d{1,9}$/, 'must be a number')
    .transform(Number)
    .default(otherwise);
const names = z
  .string()
  .max(2000)
  .optional()
  .transform((text) =>
    text
      ?.toLowerCase()
      .split(',')
      .map((name) => name.trim().split(/[.:]/).at(0) ?? ''),
  );

const Query = z.object({
  filter: z.string().optional(),
  startIndex: number(1),
  count: number(100),
  attributes: names,
  excludedAttributes: names,
});
export type ScimQuery = z.output<typeof Query>;

/** @throws ScimFault when a parameter is not as it must be */
export function readQuery(query: unknown): ScimQuery {
  const parsed = Query.safeParse(query ?? {});
  if (!parsed.success) throw fault(invalidInput(parsed.error), 'invalidValue');
  // Numbers out of range count as the nearest (RFC 7644, section 3.4.2.4).
  const { startIndex, count } = parsed.data;
  return {
    ...parsed.data,
    startIndex: Math.max(1, startIndex),
    count: Math.min(Math.max(0, count), SCIM_LIMITS.page),
  };
}

interface Resource {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly meta: { readonly version: string };
}

/** Whether an answer has a top-level attribute. */
export const has = ({ attributes, excludedAttributes }: ScimQuery, name: string): boolean =>
  (attributes === undefined || attributes.includes(name)) && excludedAttributes?.includes(name) !== true;

/** The resource with the attributes that were asked for; id and schemas are always there. */
export const chosen = (query: ScimQuery, resource: Resource): object =>
  Object.fromEntries(
    Object.entries(resource).filter(
      ([name]) => name === 'id' || name === 'schemas' || has(query, name.toLowerCase()),
    ),
  );

export const listOf = (resources: readonly object[], total: number, startIndex: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** The weak version of whatever is in `parts`. */
export const versionOf = (...parts: readonly unknown[]): string =>
  `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`;

const listed = (header: string): string[] => header.split(',').map((each) => each.trim());

/** @throws ScimFault with status 412 when the resource has another version than the request says */
export function demandVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || listed(ifMatch).some((each) => each === '*' || each === version)) return;
  throw fault(problem('scimChanged'), undefined, 412);
}

export const isKnown = (ifNoneMatch: string | undefined, version: string): boolean =>
  ifNoneMatch !== undefined && listed(ifNoneMatch).includes(version);
