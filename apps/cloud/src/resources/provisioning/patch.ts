/** Operations of a PATCH (RFC 7644, section 3.5.2), in the forms that Entra ID and Okta send. */
import { SCIM_LIMITS } from '@acacia/contract';
import { z } from 'zod';
import { invalidInput } from '../../errors/problem.ts';
import { badPath, fault } from './fault.ts';
import { attributeOf, parseFilter, type Filter } from './filter.ts';

/** The target of an operation, e.g. `emails[type eq "work"].value`. */
export interface Path {
  /** In lower case; '' for attributes of other schemas, which are not kept. */
  readonly attribute: string;
  readonly filter: Filter | null;
  readonly below: string | null;
}

export interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  /** Null: the value names the attributes. */
  readonly path: Path | null;
  readonly value: unknown;
}

const LONGEST_PATH = 500;
const OTHER_SCHEMA = /^urn:/i;
const PATH = /^([a-z$][\w$-]*)(?:\[([^\]]*)\])?(?:\.([a-z$][\w$-]*))?$/i;

/** @throws ScimFault `invalidPath` */
export function parsePath(text: string): Path {
  if (text.length > LONGEST_PATH) throw badPath(`${text.slice(0, 50)}…`);
  const [start = '', ...rest] = text.split('[');
  const plain = [attributeOf(start), ...rest].join('[');
  if (OTHER_SCHEMA.test(plain)) return { attribute: '', filter: null, below: null };
  const [, attribute, condition, below] = PATH.exec(plain) ?? [];
  if (attribute === undefined) throw badPath(text);
  return {
    attribute: attribute.toLowerCase(),
    filter: condition === undefined ? null : parseFilter(condition),
    below: below?.toLowerCase() ?? null,
  };
}

const PatchOp = z.object({
  Operations: z
    .array(
      z.object({
        // Entra ID begins them with a capital letter.
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().nullish(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(SCIM_LIMITS.operations),
});

/** @throws ScimFault when the body is no PATCH, or names no attribute */
export function operationsOf(body: unknown): Operation[] {
  const parsed = PatchOp.safeParse(body);
  if (!parsed.success) throw fault(invalidInput(parsed.error), 'invalidSyntax');
  return parsed.data.Operations.map(({ op, path, value }) => ({
    op,
    path: path === undefined || path === null || path === '' ? null : parsePath(path),
    value,
  }));
}

/** The entries of an object; of anything else none. */
export const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
