/** JSON documents that pages keep in the workspace, by kind and graph. */
import { stringifyJson } from '@acacia/base';
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
  /** Removes a document; true if it existed. */
  remove(kind: DocumentKind, graph: string | null): Promise<boolean>;
}

export function openDocuments(files: KeptFiles): Documents {
  // Encoding leaves no slash and no dot at the start, so that a name stays inside the folder.
  const fileOf = (kind: DocumentKind, graph: string | null): string =>
    `documents/${kind}/${graph === null ? 'global.json' : `graph-${encodeURIComponent(graph)}.json`}`;
  return {
    async read(kind, graph) {
      const name = fileOf(kind, graph);
      const text = await files.read(name);
      return text === undefined ? undefined : jsonOf(name, text);
    },
    save: (kind, graph, document) => files.write(fileOf(kind, graph), stringifyJson(document)),
    remove: (kind, graph) => files.remove(fileOf(kind, graph)),
  };
}
