/** Versions of stored queries: a person replaces or drops the text that they have read, and no newer one. */
import { createHash } from 'node:crypto';
import type { ShellOptions } from '@acacia/engine';
import { problem } from '../errors/problem.ts';
import { inShell } from './shell-host.ts';

/** The same for the same text: a digest. */
export const queryVersion = (code: string): string =>
  createHash('sha256').update(code).digest('base64url').slice(0, 22);

/**
 * Keeps a query that has another version than the one that was read.
 * @param graph of the query; of any graph for null
 * @param version null: there was no such query
 * @param onOther called when it has another
 */
export function onlyOver(
  graph: string | null,
  query: string,
  version: string | null,
  onOther: () => void = () => undefined,
): Required<Pick<ShellOptions, 'beforeQuery'>> {
  return {
    beforeQuery: (of, name, code) => {
      if (name !== query || (graph !== null && of !== graph)) return;
      if ((code === null ? null : queryVersion(code)) === version) return;
      onOther();
      throw inShell(problem('queryChanged', { name, graph: of }));
    },
  };
}
