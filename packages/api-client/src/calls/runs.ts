/** Calls of a workspace about runs of the editor. */
import { parseJson } from '@acacia/base';
import {
  RunEvent,
  RunHistoryPage,
  RunLimits,
  WireRun,
  type RunHistoryRequest,
  type StartRunInput,
} from '@acacia/contract';
import { z } from 'zod';
import { lineLost } from '../workspace-error.ts';
import { callTo } from '../workspace-paths.ts';
import { linesOf, type CallOptions } from '../workspace-transport.ts';
import type { Sending } from './sending.ts';

export function runCalls({ transport, results, message }: Sending) {
  async function* runEvents(
    id: string,
    { from, signal }: CallOptions & { readonly from: number },
  ): AsyncGenerator<RunEvent> {
    const response = await transport.response({
      ...callTo('GET /api/runs/:id/events', { id }),
      query: { from },
      signal,
    });
    try {
      for await (const line of linesOf(response)) yield RunEvent.parse(parseJson(line));
    } catch (error) {
      // A browser throws these when the connection is lost; a line cut off has no end either.
      if (error instanceof TypeError || error instanceof SyntaxError) throw lineLost();
      throw error;
    }
  }

  return {
    /** Starts a run under an id of the caller's choice; one that is known already is not run again. */
    startRun: (id: string, run: StartRunInput, options: CallOptions = {}) =>
      results(WireRun, { ...callTo('PUT /api/runs/:id', { id }), json: run, ...options }),
    /** The caller's runs that are kept, newest first. */
    runs: (options: CallOptions = {}) =>
      results(z.array(WireRun), { ...callTo('GET /api/runs'), ...options }),
    /** Events of a run from a number on, to its end. Leaving the loop leaves the run running. */
    runEvents,
    cancelRun: (id: string) => message(callTo('POST /api/runs/:id/cancel', { id })),
    /** The limits that hold for a run with the given ones. */
    runLimits: (asked: RunLimits, options: CallOptions = {}) =>
      results(RunLimits, { ...callTo('GET /api/runs/limits'), query: { ...asked }, ...options }),
    /** Keeps the results of a run, or keeps them no longer than others. */
    pinRun: (id: string, pinned: boolean) =>
      results(WireRun, { ...callTo('PUT /api/runs/:id/pin', { id }), json: { pinned } }),
    /** The caller's runs of the past, newest first. */
    runHistory: (asked: RunHistoryRequest, options: CallOptions = {}) =>
      results(RunHistoryPage, { ...callTo('GET /api/run-history'), query: { ...asked }, ...options }),
    clearRunHistory: () => message(callTo('DELETE /api/run-history')),
  };
}
