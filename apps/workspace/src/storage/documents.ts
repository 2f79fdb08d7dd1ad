/** JSON documents that pages keep in the workspace, by kind and graph. */
import { stringifyJson } from '@acacia/base';
import { StoredDocument } from '@acacia/contract';
import { problem } from '../errors/problem.ts';
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
   * Changes a document as it is stored then, whoever else writes at the same time.
   * @throws Problem 413 when it would be larger than a request's body may be; nothing is changed then
   */
  update(
    kind: DocumentKind,
    graph: string | null,
    change: (stored: StoredDocument) => StoredDocument,
  ): Promise<void>;
  /** Removes a document; true if it existed. */
  remove(kind: DocumentKind, graph: string | null): Promise<boolean>;
}

/** @param largest gives the limit of a document that is changed, in bytes */
export function openDocuments(files: KeptFiles, largest: () => number): Documents {
  // Encoding leaves no slash and no dot at the start, so that a name stays inside the folder.
  const fileOf = (kind: DocumentKind, graph: string | null): string =>
    `documents/${kind}/${graph === null ? 'global.json' : `graph-${encodeURIComponent(graph)}.json`}`;
  const read: Documents['read'] = async (kind, graph) => {
    const name = fileOf(kind, graph);
    const text = await files.read(name);
    return text === undefined ? undefined : jsonOf(name, text);
  };
  /** One after the other: each reads what the one before wrote. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    read,
    save: (kind, graph, document) => inTurn(() => files.write(fileOf(kind, graph), stringifyJson(document))),
    update: (kind, graph, change) =>
      inTurn(async () => {
        const text = stringifyJson(change(StoredDocument.parse((await read(kind, graph)) ?? {})));
        // A document that is saved whole came in one body: changes do not make it larger.
        const most = largest();
        if (Buffer.byteLength(text) > most) throw problem('documentTooLarge', { most: most / 2 ** 20 });
        await files.write(fileOf(kind, graph), text);
      }),
    remove: (kind, graph) => inTurn(() => files.remove(fileOf(kind, graph))),
  };
}
