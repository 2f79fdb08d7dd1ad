/** Calls of a workspace about files, sources of loads, and loads. */
import { parseJson } from '@acacia/base';
import {
  DataFile,
  LoadStarted,
  RunLoadingJobsAnswer,
  WireDataSourceEntry,
  WireLoadingJob,
  WireJobPreview,
  WireLoadPreview,
  WireLoadStatus,
  WireProposal,
  WireRejectedRow,
  WireSample,
  WireSamplePart,
  GsqlEnvelope,
  type ParsingOptions,
} from '@acacia/contract';
import { z } from 'zod';
import { canSendParts, PARTS, uploadInParts } from '../upload-parts.ts';
import { lineLost } from '../workspace-error.ts';
import { callTo } from '../workspace-paths.ts';
import { linesOf, nextTask, parsed, type CallOptions, type UploadOptions } from '../workspace-transport.ts';
import type { Sending } from './sending.ts';

/** Characters of a line of a sample after which whatever waits for the thread goes first. */
const LONG_LINE = 20_000;

/** A sample that came in lines: 20,000 columns in one would be a task of 100 ms. */
async function readSample(response: Response): Promise<WireSample> {
  let sample: WireSample | undefined;
  try {
    for await (const line of linesOf(response)) {
      if (sample === undefined) {
        sample = WireSample.parse(GsqlEnvelope.parse(parsed(response.status, line)).results);
      } else {
        const { columns = [], rows = [] } = WireSamplePart.parse(parseJson(line));
        sample.columns.push(...columns);
        sample.rows.push(...rows);
      }
      if (line.length > LONG_LINE) await nextTask();
    }
  } catch (error) {
    // A browser throws these when the connection is lost; a line cut off has no end either.
    if (error instanceof TypeError || error instanceof SyntaxError) throw lineLost();
    throw error;
  }
  if (sample === undefined) throw lineLost();
  return sample;
}

export function loadingCalls({ transport, results, message }: Sending) {
  return {
    files: (options: CallOptions = {}) =>
      results(z.array(DataFile), { ...callTo('GET /api/data-files'), ...options }),
    uploadFile: async (name: string, content: Blob, options: UploadOptions = {}): Promise<DataFile> =>
      content.size > PARTS.partBytes && canSendParts()
        ? uploadInParts(transport, name, content, options)
        : DataFile.parse(
            GsqlEnvelope.parse(
              await transport.upload(callTo('PUT /api/data-files/:name', { name }).path, content, options),
            ).results,
          ),
    /** The first rows of a source, and how it is written. */
    sampleSource: async (
      graph: string | null,
      file: string,
      chosen: Partial<ParsingOptions>,
      options: CallOptions = {},
    ): Promise<WireSample> =>
      readSample(
        await transport.response({
          ...callTo('POST /api/data-sample'),
          query: { graph: graph ?? undefined },
          json: { file, options: chosen },
          headers: { accept: 'application/x-ndjson' },
          ...options,
        }),
      ),
    /** Vertex and edge types for sources, by their columns and rows. */
    proposeSchema: (
      sources: readonly { readonly file: string; readonly options: ParsingOptions }[],
      options: CallOptions = {},
    ): Promise<WireProposal> =>
      results(WireProposal, { ...callTo('POST /api/data-schema'), json: { sources }, ...options }),
    /** Stores that a graph may read from, without their keys; null: of the whole workspace. */
    dataSources: (graph: string | null, options: CallOptions = {}) =>
      results(z.array(WireDataSourceEntry), {
        ...callTo('GET /gsql/v1/data-sources'),
        query: { graph: graph ?? undefined },
        ...options,
      }),
    createDataSource: (graph: string | null, name: string, config: Readonly<Record<string, string>>) =>
      message({
        ...callTo('POST /gsql/v1/data-sources'),
        query: { graph: graph ?? undefined },
        json: { name, config },
      }),
    changeDataSource: (graph: string | null, name: string, config: Readonly<Record<string, string>>) =>
      message({
        ...callTo('PUT /gsql/v1/data-sources/:name', { name }),
        query: { graph: graph ?? undefined },
        json: { config },
      }),
    deleteDataSource: (graph: string | null, name: string) =>
      message({
        ...callTo('DELETE /gsql/v1/data-sources/:name', { name }),
        query: { graph: graph ?? undefined },
      }),
    deleteFile: (name: string) => message(callTo('DELETE /api/data-files/:name', { name })),
    loadingJobs: (graph: string, options: CallOptions = {}) =>
      results(z.array(WireLoadingJob), {
        ...callTo('GET /gsql/v1/loading-jobs'),
        query: { graph, verbose: true },
        ...options,
      }),
    /** Saves a loading job from its `CREATE LOADING JOB` text. */
    createLoadingJob: (graph: string, code: string) =>
      message({ ...callTo('POST /gsql/v1/loading-jobs'), query: { graph }, text: code }),
    deleteLoadingJob: (graph: string, job: string) =>
      message({ ...callTo('DELETE /gsql/v1/loading-jobs/:job', { job }), query: { graph } }),
    /** Starts a job. `files`: path by file variable. Gives the id of the run. */
    runLoadingJob: async (graph: string, job: string, files: Readonly<Record<string, string>>) => {
      const answer = RunLoadingJobsAnswer.parse(
        await transport.json({
          ...callTo('POST /gsql/v1/loading-jobs/run'),
          query: { graph },
          json: [
            { name: job, dataSources: Object.entries(files).map(([filename, path]) => ({ filename, path })) },
          ],
        }),
      );
      return answer.jobIds[0] as string;
    },
    /** Runs a loading job that is not stored. `files`: path by file variable. Gives the id of the run. */
    startLoad: async (
      graph: string,
      code: string,
      files: Readonly<Record<string, string>>,
      { dryRun = false }: { readonly dryRun?: boolean } = {},
    ): Promise<string> => {
      const { id } = await results(LoadStarted, {
        ...callTo('POST /api/loading-jobs/:graph/load', { graph }),
        json: { code, files, dryrun: dryRun },
      });
      return id;
    },
    /** The first rows of each target of a dry run. */
    loadPreview: (graph: string, id: string, options: CallOptions = {}) =>
      results(z.array(WireLoadPreview), {
        ...callTo('GET /api/loading-jobs/:graph/preview/:id', { graph, id }),
        ...options,
      }),
    /** The first rows of each target of a job that is not stored, as a load would store them. */
    previewJob: (
      graph: string,
      code: string,
      files: Readonly<Record<string, string>>,
      options: CallOptions = {},
    ) =>
      results(WireJobPreview, {
        ...callTo('POST /api/loading-jobs/:graph/preview', { graph }),
        json: { code, files },
        ...options,
      }),
    loadStatus: async (graph: string, id: string, options: CallOptions = {}) => {
      const [status] = await results(z.array(WireLoadStatus).min(1), {
        ...callTo('GET /gsql/v1/loading-jobs/status/:id', { id }),
        query: { graph },
        ...options,
      });
      return status as WireLoadStatus;
    },
    /** Runs of loading jobs that the workspace remembers, newest first. */
    loads: (graph: string, options: CallOptions = {}) =>
      results(z.array(WireLoadStatus), {
        ...callTo('GET /gsql/v1/loading-jobs/status'),
        query: { graph },
        ...options,
      }),
    abortLoad: (graph: string, id: string) =>
      message({ ...callTo('GET /gsql/v1/loading-jobs/abort/:id', { id }), query: { graph } }),
    /** Runs a load again that was interrupted, aborted or failed. */
    resumeLoad: (graph: string, id: string) =>
      message({ ...callTo('GET /gsql/v1/loading-jobs/resume/:id', { id }), query: { graph } }),
    /** Brings back what was there before a load. */
    undoLoad: (graph: string, id: string) =>
      message(callTo('POST /api/loading-jobs/:graph/undo/:id', { graph, id })),
    rejectedRows: (graph: string, id: string, limit: number, options: CallOptions = {}) =>
      results(z.array(WireRejectedRow), {
        ...callTo('GET /api/loading-jobs/:graph/rejected/:id', { graph, id }),
        query: { limit },
        ...options,
      }),
    /** The rejected rows as a CSV file. */
    rejectedRowsFile: async (graph: string, id: string, options: CallOptions = {}): Promise<Blob> => {
      const response = await transport.response({
        ...callTo('GET /api/loading-jobs/:graph/rejected/:id', { graph, id }),
        query: { format: 'csv' },
        ...options,
      });
      return response.blob();
    },
  };
}
