/** Calls of a workspace about what runs of the editor gave. */
import {
  RunAnswerContent,
  RunColumn,
  RunChart,
  RunComparison,
  RunPage,
  RunSelection,
  type RunFileFormat,
  type RunChartRequest,
  type RunColumnRequest,
  type RunCompareRequest,
  type RunCopyFormat,
  type RunFilter,
  type RunPageRequest,
  type RunSelectionRequest,
  type RunViewRequest,
} from '@acacia/contract';
import { callTo } from '../workspace-paths.ts';
import type { CallOptions } from '../workspace-transport.ts';
import type { Sending } from './sending.ts';

/** A view's filters as one parameter, which is left out where there are none. */
const viewQuery = <T extends { readonly filters?: readonly RunFilter[] }>({ filters = [], ...rest }: T) => ({
  ...rest,
  filters: filters.length === 0 ? undefined : JSON.stringify(filters),
});

export function resultCalls({ transport, results }: Sending) {
  return {
    runAnswer: async (id: string, answer: number, options: CallOptions = {}) =>
      RunAnswerContent.parse(
        await transport.json({ ...callTo('GET /api/runs/:id/answers/:answer', { id, answer }), ...options }),
      ),
    /** A page of a table of results. */
    runRows: (id: string, table: number, page: RunPageRequest, options: CallOptions = {}) =>
      results(RunPage, {
        ...callTo('GET /api/runs/:id/tables/:table/rows', { id, table }),
        query: viewQuery(page),
        ...options,
      }),
    /** Statistics of selected cells. */
    runSelection: (id: string, table: number, asked: RunSelectionRequest, options: CallOptions = {}) =>
      results(RunSelection, {
        ...callTo('GET /api/runs/:id/tables/:table/selection', { id, table }),
        query: viewQuery(asked),
        ...options,
      }),
    /** Selected cells as text. */
    runCopy: (
      id: string,
      table: number,
      asked: RunSelectionRequest,
      format: RunCopyFormat,
      options: CallOptions = {},
    ) =>
      transport.text({
        ...callTo('GET /api/runs/:id/tables/:table/copy', { id, table }),
        query: { ...viewQuery(asked), format },
        ...options,
      }),
    /** The figures of a chart of a table. */
    runChart: (id: string, table: number, asked: RunChartRequest, options: CallOptions = {}) =>
      results(RunChart, {
        ...callTo('GET /api/runs/:id/tables/:table/chart', { id, table }),
        query: viewQuery(asked),
        ...options,
      }),
    /** The whole text of a cell. */
    runCell: (id: string, table: number, row: number, column: number, options: CallOptions = {}) =>
      transport.text({
        ...callTo('GET /api/runs/:id/tables/:table/rows/:row/cells/:column', { id, table, row, column }),
        ...options,
      }),
    /** Statistics of a column, of the rows that search and filters leave. */
    runColumn: (
      id: string,
      table: number,
      column: number,
      asked: RunColumnRequest = {},
      options: CallOptions = {},
    ) =>
      results(RunColumn, {
        ...callTo('GET /api/runs/:id/tables/:table/columns/:column', { id, table, column }),
        query: viewQuery(asked),
        ...options,
      }),
    /** Compares a table with one of an earlier run. */
    runCompare: (id: string, table: number, asked: RunCompareRequest, options: CallOptions = {}) =>
      results(RunComparison, {
        ...callTo('GET /api/runs/:id/tables/:table/compare', { id, table }),
        query: { ...asked },
        ...options,
      }),
    /** A table of results as a file, or the rows of a view of it. */
    runFile: async (
      id: string,
      table: number,
      format: RunFileFormat,
      asked: RunViewRequest = {},
      options: CallOptions = {},
    ) => {
      const response = await transport.response({
        ...callTo('GET /api/runs/:id/tables/:table/file', { id, table }),
        query: { ...viewQuery(asked), format },
        ...options,
      });
      const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
      return { name: named?.[1] ?? `result.${format}`, content: await response.blob() };
    },
    /** A file that a run wrote in place of tables. */
    runOutput: async (id: string, file: number, options: CallOptions = {}) => {
      const response = await transport.response({
        ...callTo('GET /api/runs/:id/files/:file', { id, file }),
        ...options,
      });
      return response.blob();
    },
  };
}
