/** Calls of a workspace about documents that pages store. */
import { GraphStyle, StoredDocument, type GraphStyleChange } from '@acacia/contract';
import { callTo, documentCall, styleCall, type DocumentKind } from '../workspace-paths.ts';
import type { CallOptions } from '../workspace-transport.ts';
import type { Sending } from './sending.ts';

export function documentCalls({ results, message }: Sending) {
  return {
    graphStyle: (graph: string | null, options: CallOptions = {}) =>
      results(GraphStyle, { ...styleCall('GET', graph), ...options }),
    /** Sets members of a style: what others set at the same time stays. */
    changeGraphStyle: (graph: string | null, change: GraphStyleChange) =>
      message({ ...styleCall('PATCH', graph), json: change }),
    deleteGraphStyle: (graph: string | null) => message(styleCall('DELETE', graph)),
    storedDocument: (kind: DocumentKind, graph: string, options: CallOptions = {}) =>
      results(StoredDocument, { ...documentCall('GET', kind, graph), ...options }),
    saveDocument: (kind: DocumentKind, graph: string, document: StoredDocument) =>
      message({ ...documentCall('PUT', kind, graph), json: document }),
    /** Members of what pages keep about loading jobs: those that are null are removed, those that are not named stay. */
    mergeLoadingJobInfo: (graph: string, members: StoredDocument) =>
      message({ ...callTo('PATCH /api/loading-job-info/:graph', { graph }), json: members }),
    deleteDocument: (kind: DocumentKind, graph: string) => message(documentCall('DELETE', kind, graph)),
  };
}
