/** A step of a plan. */
import { isDeepStrictEqual } from 'node:util';
import type { CloudClient } from '@acacia/api-client';

/** The organisation that a step changes: ids are those of the moment, found by names. */
export interface Live {
  readonly cloud: CloudClient;
  readonly workgroup: (name: string) => string;
  readonly database: (workgroup: string, name: string) => string;
  readonly workspace: (workgroup: string, name: string) => string;
  readonly user: (email: string) => string;
  /** Resolves when the workspace has no operation under way, or is gone. */
  readonly settle: (params: { workgroup_id: string; workspace_id: string }) => Promise<void>;
}

export interface Step {
  readonly sign: '+' | '~' | '-';
  /** The thing, by its kind and name. */
  readonly what: string;
  /** Fields that change, from and to. */
  readonly changes: readonly string[];
  readonly run: (live: Live) => Promise<unknown>;
}

export const step = (
  sign: Step['sign'],
  what: string,
  run: Step['run'],
  changes: readonly string[] = [],
): Step => ({ sign, what, changes, run });

type Fields = Readonly<Record<string, unknown>>;

/** Fields whose values differ. */
export const differing = (now: Fields, wanted: Fields): string[] =>
  Object.keys(wanted).filter((field) => !isDeepStrictEqual(now[field], wanted[field]));

/** A step that changes fields, where any differ. */
export function changed(what: string, now: Fields, wanted: Fields, run: Step['run']): Step[] {
  const fields = differing(now, wanted);
  if (fields.length === 0) return [];
  const lines = fields.map(
    (field) => `${field}: ${JSON.stringify(now[field])} → ${JSON.stringify(wanted[field])}`,
  );
  return [step('~', what, run, lines)];
}
