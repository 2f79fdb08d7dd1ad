/** JSON documents that pages keep in the workspace, by kind and graph. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readFileIfThere, writeFileAtomically } from './atomic-file.ts';

export const DOCUMENT_KINDS = ['graph-styles', 'loading-job-info', 'drafts', 'exploration-results'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export interface Documents {
  /** The document, or undefined when none is stored. `graph` null: the one of the global scope. */
  read(kind: DocumentKind, graph: string | null): Promise<unknown>;
  save(kind: DocumentKind, graph: string | null, document: unknown): Promise<void>;
  /** Whether there was one. */
  remove(kind: DocumentKind, graph: string | null): Promise<boolean>;
}

export function openDocuments(dataDir: string): Documents {
  const folder = (kind: DocumentKind): string => join(dataDir, 'server', 'documents', kind);
  // Encoding leaves no slash and no dot at the start, so that a name stays inside the folder.
  const file = (graph: string | null): string =>
    graph === null ? 'global.json' : `graph-${encodeURIComponent(graph)}.json`;
  return {
    async read(kind, graph) {
      const text = await readFileIfThere(join(folder(kind), file(graph)));
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
    save: (kind, graph, document) =>
      writeFileAtomically(join(folder(kind), file(graph)), JSON.stringify(document)),
    async remove(kind, graph) {
      try {
        await rm(join(folder(kind), file(graph)));
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
    },
  };
}
