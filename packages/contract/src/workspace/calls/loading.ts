/** Files, stores on the network, loading jobs and their runs. */
import { z } from 'zod';
import {
  DataFile,
  FinishUpload,
  LoadByText,
  LoadStarted,
  PreviewJob,
  RunLoadingJobs,
  RunLoadingJobsAnswer,
  SaveDataSource,
  UploadedBytes,
  WireDataSourceEntry,
  WireJobPreview,
  WireLoadingJob,
  WireLoadingJobParts,
  WireLoadPreview,
  WireLoadStatus,
  WireRejectedRow,
} from '../loading.ts';
import { ProposeSchema, SampleSource, WireProposal, WireSample } from '../sampling.ts';
import { flag, InGraph, OfGraph, text, type WorkspaceCalls } from './call.ts';

const LoadIds = OfGraph.extend({
  jobIds: z.string().optional().describe('Ids of runs, separated by commas or repeated'),
});
export const RejectedParameters = z.object({
  limit: z.coerce.number().int().min(1).max(100_000).default(100),
  format: z.enum(['json', 'csv']).default('json'),
});

export const GrantDataSource = z.strictObject({
  graphs: z.array(z.string().min(1)).min(1),
  datasource: z.string().min(1),
});
export const SampleData = z.object({
  graphName: text,
  dataSource: text,
  type: text,
  path: z.string().min(1),
  dataFormat: text,
  parsing: z.object({ fileFormat: text, eol: text, separator: text, quote: text, header: text }).default({}),
  filling: text,
  size: z.coerce.number().int().min(1).max(1000).default(10),
});

export const loadingCalls = {
  'GET /api/data-files': { needs: 'READ_FILE', about: 'Lists uploaded files', results: z.array(DataFile) },
  'PUT /api/data-files/:name': {
    needs: 'WRITE_FILE',
    about: 'Uploads a file',
    body: 'bytes',
    results: DataFile,
  },
  'DELETE /api/data-files/:name': { needs: 'WRITE_FILE', about: 'Deletes a file' },
  'GET /api/data-uploads/:id': {
    needs: 'WRITE_FILE',
    about: 'Says how much of an upload has come',
    results: UploadedBytes,
  },
  'PUT /api/data-uploads/:id/:offset/:hash': {
    needs: 'WRITE_FILE',
    about: 'Uploads a part of a file',
    body: 'bytes',
    results: UploadedBytes,
  },
  'POST /api/data-uploads/:id': {
    needs: 'WRITE_FILE',
    about: 'Makes a file of an upload',
    body: FinishUpload,
    results: DataFile,
  },
  'DELETE /api/data-uploads/:id': { needs: 'WRITE_FILE', about: 'Gives up an upload' },
  'POST /api/data-sample': {
    needs: 'EXECUTE_LOADINGJOB',
    about: 'Gives the first rows of a source, and how it is written',
    parameters: OfGraph,
    body: SampleSource,
    results: WireSample,
  },
  'POST /api/data-schema': {
    needs: 'EXECUTE_LOADINGJOB',
    about: 'Proposes vertex and edge types for sources',
    body: ProposeSchema,
    results: WireProposal,
  },

  'GET /gsql/v1/loading-jobs': {
    needs: 'READ_LOADINGJOB',
    about: 'Lists loading jobs',
    parameters: InGraph.extend({ verbose: flag, json: flag }),
    results: z.array(z.union([z.string(), WireLoadingJob])),
    beside: z.object({ jobNames: z.array(z.string()) }),
  },
  'POST /gsql/v1/loading-jobs': {
    needs: 'WRITE_LOADINGJOB',
    about: 'Stores a loading job from its GSQL',
    parameters: InGraph,
    body: 'text',
  },
  'PUT /gsql/v1/loading-jobs': {
    needs: 'WRITE_LOADINGJOB',
    about: 'Stores a loading job in place of the one of its name',
    parameters: InGraph.extend({ jobName: text }),
    body: 'text',
  },
  'POST /gsql/v1/loading-jobs/run': {
    needs: 'EXECUTE_LOADINGJOB',
    about: 'Runs loading jobs',
    parameters: InGraph,
    body: RunLoadingJobs,
    results: RunLoadingJobsAnswer,
    beside: z.object({ jobIds: z.array(z.string()) }),
  },
  'GET /gsql/v1/loading-jobs/listrunning': {
    needs: 'signedIn',
    about: 'Lists the runs of loading jobs that are under way, of the graphs that the caller may see',
    parameters: OfGraph,
    beside: z.object({ result: z.record(z.string(), z.literal('RUNNING')), hasRunning: z.boolean() }),
  },
  'GET /gsql/v1/loading-jobs/status': {
    needs: 'READ_LOADINGJOB',
    about: 'Says how runs of loading jobs stand: those that are named, else all',
    parameters: LoadIds,
    results: z.array(WireLoadStatus),
  },
  'GET /gsql/v1/loading-jobs/status/:id': {
    needs: 'READ_LOADINGJOB',
    about: 'Says how a run of a loading job stands',
    parameters: OfGraph,
    results: z.array(WireLoadStatus),
  },
  'GET /gsql/v1/loading-jobs/abort': {
    needs: 'EXECUTE_LOADINGJOB',
    about: 'Stops runs of loading jobs',
    parameters: LoadIds,
    results: z.object({ aborted: z.array(z.string()) }),
  },
  'GET /gsql/v1/loading-jobs/abort/:id': {
    needs: 'EXECUTE_LOADINGJOB',
    about: 'Stops a run of a loading job',
    parameters: OfGraph,
    results: z.object({ aborted: z.array(z.string()) }),
  },
  'GET /gsql/v1/loading-jobs/resume/:id': {
    needs: 'EXECUTE_LOADINGJOB',
    about: 'Runs a load again that was stopped',
    parameters: OfGraph,
    results: z.object({ resumed: z.array(z.string()) }),
  },
  'GET /gsql/v1/loading-jobs/:job': {
    needs: 'READ_LOADINGJOB',
    about: 'Reads a loading job with its statements',
    parameters: InGraph,
    results: WireLoadingJob.extend(WireLoadingJobParts.shape),
  },
  'DELETE /gsql/v1/loading-jobs/:job': {
    needs: 'WRITE_LOADINGJOB',
    about: 'Drops a loading job',
    parameters: InGraph,
  },
  'GET /api/loading-jobs/:graph/meta': {
    needs: 'READ_LOADINGJOB',
    about: 'Lists loading jobs with their file variables',
    results: z.array(WireLoadingJob),
  },
  'GET /api/loading-jobs/:graph/rejected/:id': {
    needs: 'READ_LOADINGJOB',
    about: 'Reads the rejected rows of a load; with `format=csv` as a file',
    parameters: RejectedParameters,
    results: z.array(WireRejectedRow),
  },
  'GET /api/loading-jobs/:graph/preview/:id': {
    needs: 'READ_LOADINGJOB',
    about: 'Reads the first rows of each target of a dry run',
    results: z.array(WireLoadPreview),
  },
  'POST /api/loading-jobs/:graph/load': {
    needs: 'WRITE_LOADINGJOB',
    about: 'Runs a loading job that is not stored',
    body: LoadByText,
    results: LoadStarted,
  },
  'POST /api/loading-jobs/:graph/preview': {
    needs: 'EXECUTE_LOADINGJOB',
    about:
      'Gives the first rows of each target of a loading job as a load would store them, and stores nothing',
    body: PreviewJob,
    results: WireJobPreview,
  },
  'POST /api/loading-jobs/:graph/undo/:id': {
    needs: 'EXECUTE_LOADINGJOB',
    about: 'Brings back what was there before a load',
    results: z.object({ undone: z.array(z.string()) }),
  },

  'GET /gsql/v1/data-sources': {
    needs: 'READ_LOADINGJOB',
    about: 'Lists stores that loading jobs may read from, without their keys',
    parameters: OfGraph,
    results: z.array(WireDataSourceEntry),
  },
  'GET /gsql/v1/data-sources/:name': {
    needs: 'READ_LOADINGJOB',
    about: 'Reads a store, without its keys',
    parameters: OfGraph,
    results: WireDataSourceEntry,
  },
  'POST /gsql/v1/data-sources': {
    needs: 'WRITE_DATASOURCE',
    about: 'Creates a store',
    parameters: OfGraph,
    body: SaveDataSource,
  },
  'PUT /gsql/v1/data-sources/:name': {
    needs: 'WRITE_DATASOURCE',
    about: 'Changes a store',
    parameters: OfGraph,
    body: SaveDataSource,
  },
  'PUT /gsql/v1/data-sources': {
    needs: 'WRITE_DATASOURCE',
    about: 'Changes the store that the body names',
    parameters: OfGraph,
    body: SaveDataSource,
  },
  'POST /gsql/v1/data-sources/grant': {
    needs: 'WRITE_DATASOURCE',
    about: 'Lets graphs read from a store',
    body: GrantDataSource,
  },
  'POST /gsql/v1/data-sources/revoke': {
    needs: 'WRITE_DATASOURCE',
    about: 'Keeps graphs from a store',
    body: GrantDataSource,
  },
  'POST /gsql/v1/sample-data': {
    needs: 'EXECUTE_LOADINGJOB',
    about: 'Gives the first rows of a file of a store, or of an uploaded one',
    parameters: OfGraph,
    body: SampleData,
    results: z.object({ data: z.array(z.unknown()), header: z.array(z.string()), json: z.boolean() }),
  },
  'GET /gsql/v1/list-buckets/:name': {
    needs: 'READ_LOADINGJOB',
    about: 'Lists the buckets of a store',
    refused:
      'Keys of a store often may read one bucket and may not list them: name the bucket in the path of a source.',
  },
  'GET /gsql/v1/list-files/:name': {
    needs: 'READ_LOADINGJOB',
    about: 'Lists what is directly in a folder of a store',
    parameters: OfGraph.extend({ path: z.string().describe('Address of the folder: s3://bucket/folder') }),
    results: z.object({ folders: z.array(z.string()), files: z.array(z.string()) }),
  },
  'GET /gsql/v1/metadata/data-sources/:name': {
    needs: 'READ_LOADINGJOB',
    about: "Lists a warehouse's tables",
    refused: 'Tables are read by their SQL, and no list of them is kept: write the query of the source.',
  },
  'DELETE /gsql/v1/data-sources/dropAll': {
    needs: 'WRITE_DATASOURCE',
    about: 'Drops all stores of a graph, or the global ones',
    parameters: OfGraph,
  },
  'DELETE /gsql/v1/data-sources/:name': {
    needs: 'WRITE_DATASOURCE',
    about: 'Drops a store',
    parameters: OfGraph,
  },
} as const satisfies WorkspaceCalls;
