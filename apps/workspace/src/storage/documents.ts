/** JSON documents that pages keep in the workspace, by kind and graph. */
import { stringifyJson } from '@acacia/base';
import { StoredDocument } from '@acacia/contract';
import { jsonOf, type KeptFiles } from './kept-files.ts';

export const DOCUMENT_KINDS = [
  'graph-styles',
  'loading-job-info',
  'drafts',
  'exploration-results',
  'registered-queries',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export interface Documents {
  /** The document, or undefined when none is stored. `graph` null: the one of the global scope. */
  read(kind: DocumentKind, graph: string | null): Promise<unknown>;
  save(kind: DocumentKind, graph: string | null, document: unknown): Promise<void>;
  /**
   * Puts members into a document and removes those that are null; the others stay, whoever else writes at the same time.
   */
  merge(kind: DocumentKind, graph: string, members: StoredDocument): Promise<void>;
  /** Removes a document; true if it existed. */
  remove(kind: DocumentKind, graph: string | null): Promise<boolean>;
}

export function openDocuments(files: KeptFiles): Documents {
  // Encoding leaves no slash and no dot at the start, so that a name stays inside the folder.
  const fileOf = (kind: DocumentKind, graph: string | null): string =>
    `documents/${kind}/${graph === null ? 'global.json' : `graph-${encodeURIComponent(graph)}.json`}`;
  const read: Documents['read'] = async (kind, graph) => {
    const name = fileOf(kind, graph);
    const text = await files.read(name);
    return text === undefined ? undefined : jsonOf(name, text);
  };
  const save: Documents['save'] = (kind, graph, document) =>
    files.write(fileOf(kind, graph), stringifyJson(document));
  /** Merges one after the other: each reads what the one before wrote. */
  let last: Promise<void> = Promise.resolve();
  return {
    read,
    save,
    merge(kind, graph, members) {
      const merged = last.then(async () => {
        const before = StoredDocument.parse((await read(kind, graph)) ?? {});
        const all = Object.entries({ ...before, ...members });
        await save(kind, graph, Object.fromEntries(all.filter(([, value]) => value !== null)));
      });
      last = merged.catch(() => undefined);
      return merged;
    },
    remove: (kind, graph) => files.remove(fileOf(kind, graph)),
  };
}
