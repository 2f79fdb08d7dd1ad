/** Loading jobs: save, run, watch, stop, and their rejected rows. */
import { Readable } from 'node:stream';
import { csvOf } from '@acacia/base';
import {
  LoadByText,
  PreviewJob,
  RejectedParameters,
  RunLoadingJobs,
  type RunLoadingJobsAnswer,
  type WireDataSource,
  type WireLoadingJob,
} from '@acacia/contract';
import type { LoadingJobInfo, LoadOptions, LoadStatus, RejectedRow } from '@acacia/engine';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { jobParts } from '../gsql/job-parts.ts';
import { personOf } from '../gsql/person.ts';
import { loadAnswer } from '../gsql/load-answers.ts';
import { gsqlName, runStatements } from '../gsql/run-statements.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { clientGone } from '../http/client-gone.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { bodyText, jsonBody, pathPart, queryParameters, searchParams } from '../http/request-body.ts';
import { graphInPath, graphParameter, requiredGraph, type Services } from '../services.ts';

const jobAnswer = ({ name, graph, code, files }: LoadingJobInfo): WireLoadingJob => ({
  JobName: name,
  GraphName: graph,
  FileNames: { ...files },
  Code: code,
});

/** The rows as CSV, for people and their spreadsheets; `format=json` returns them unchanged. */
const rejectedCsv = (rows: readonly RejectedRow[]): string =>
  csvOf([
    ['file', 'line', 'target', 'reason', 'content'],
    ...rows.map((row) => [row.file, row.line, row.target, row.reason, row.content]),
  ]);

export function loadingJobRoutes(on: Register, services: Services): void {
  const { engine, files, heavy, postedJobs } = services;
  const jobOf = (graph: string, name: string): LoadingJobInfo => {
    const job = engine.loadingJobs(graph).find((candidate) => candidate.name === name);
    if (job === undefined) {
      throw problem('noLoadingJob', { name, graph });
    }
    return job;
  };
  /** A run, also one that a client named itself; of any graph when the request names none. */
  const loadOf = (request: FastifyRequest, id: string): LoadStatus => {
    const status = engine.loadStatus(id) ?? postedJobs.status(id);
    const graph = graphParameter(engine, request);
    if (status === undefined || (graph !== null && status.graph !== graph)) {
      throw problem('noLoad', { id });
    }
    return status;
  };
  /** `jobIds=a,b` and repeated `jobId=a`: clients do not agree. */
  const idsOf = (request: FastifyRequest): string[] => {
    const search = searchParams(request);
    return [...search.getAll('jobIds').flatMap((ids) => ids.split(',')), ...search.getAll('jobId')].filter(
      (id) => id !== '',
    );
  };

  on('GET /gsql/v1/loading-jobs', (request) => {
    const jobs = engine.loadingJobs(requiredGraph(engine, request));
    const search = searchParams(request);
    const whole = search.get('verbose') === 'true' || search.get('json') === 'true';
    // Clients of the documented call read `jobNames`.
    return {
      ...gsql(jobs.map((job) => (whole ? jobAnswer(job) : job.name))),
      jobNames: jobs.map(({ name }) => name),
    };
  });
  on('GET /gsql/v1/loading-jobs/:job', (request) => {
    const job = jobOf(requiredGraph(engine, request), pathPart(request, 'job'));
    return gsql({ ...jobAnswer(job), ...jobParts(job.code) });
  });
  const save = async (request: FastifyRequest) =>
    gsql(null, await runStatements(services, request, bodyText(request), requiredGraph(engine, request)));
  on('POST /gsql/v1/loading-jobs', save);
  on('PUT /gsql/v1/loading-jobs', async (request) => {
    // Replaces the job of the same name, from `?jobName=` or the text.
    const graph = requiredGraph(engine, request);
    const name = searchParams(request).get('jobName') ?? nameInText(bodyText(request));
    if (engine.loadingJobs(graph).some((job) => job.name === name)) {
      const old = jobOf(graph, name);
      await runStatements(services, request, `DROP JOB ${gsqlName('loading job', name)}`, graph);
      try {
        return await save(request);
      } catch (error) {
        await runStatements(services, request, old.code, graph);
        throw error;
      }
    }
    return save(request);
  });
  on('DELETE /gsql/v1/loading-jobs/:job', async (request) => {
    const graph = requiredGraph(engine, request);
    const { name } = jobOf(graph, pathPart(request, 'job'));
    await runStatements(services, request, `DROP JOB ${gsqlName('loading job', name)}`, graph);
    return gsql(null, `Successfully drop loading job '${name}'.`);
  });
  on('GET /api/loading-jobs/:graph/meta', (request) =>
    gsql(engine.loadingJobs(graphInPath(engine, request)).map(jobAnswer)),
  );

  on('POST /gsql/v1/loading-jobs/run', async (request) => {
    const graph = requiredGraph(engine, request);
    const jobs = jsonBody(request, RunLoadingJobs);
    const prepared: { readonly name: string; readonly options: LoadOptions }[] = [];
    for (const { name, dataSources, dryrun = false, 'sys.data_root': root, ...limits } of jobs) {
      const job = jobOf(graph, name);
      const given = Object.fromEntries(dataSources.map((each) => [each.filename, fileText(each)]));
      for (const variable of Object.keys(given)) {
        if (!Object.hasOwn(job.files, variable)) {
          const known = Object.keys(job.files).join(', ');
          throw problem('noFileOfJob', { name, file: variable, known });
        }
      }
      const options = {
        files: given,
        person: personOf(callerOf(request)),
        baseDir: files.folder,
        dryRun: dryrun,
        ...(isLimit(limits.maxNumError) ? { maxErrors: limits.maxNumError } : {}),
        ...(isLimit(limits.maxPercentError) ? { maxPercentErrors: limits.maxPercentError } : {}),
        ...(root === undefined ? {} : { dataRoot: root }),
      };
      prepared.push({ name, options });
    }
    const jobIds: string[] = [];
    for (const { name, options } of prepared) jobIds.push(await engine.startLoad(graph, name, options));
    const message = `Successfully ran loading job(s): [${jobs.map((job) => job.name).join(', ')}].`;
    const answer: RunLoadingJobsAnswer = { message, jobIds };
    return { ...gsql(answer, message), jobIds };
  });

  on('GET /gsql/v1/loading-jobs/listrunning', (request) => {
    const caller = callerOf(request);
    const graph = graphParameter(engine, request);
    const running = (graph === null ? engine.graphs() : [graph])
      .flatMap((each) => engine.loads(each))
      .filter(({ state }) => state === 'running');
    const seen = running.filter((load) => caller.may('READ_LOADINGJOB', { graph: load.graph }));
    const result = Object.fromEntries(seen.map(({ id }) => [id, 'RUNNING']));
    return { ...gsql(null), result, hasRunning: running.length > 0 };
  });
  on('GET /gsql/v1/loading-jobs/status', (request) => {
    const ids = idsOf(request);
    if (ids.length > 0) return gsql(ids.map((id) => loadAnswer(loadOf(request, id))));
    const loads = engine
      .loads(requiredGraph(engine, request))
      .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
    return gsql(loads.map(loadAnswer));
  });
  on('GET /gsql/v1/loading-jobs/status/:id', (request) => {
    const id = pathPart(request, 'id');
    // pyTigerGraph asks for several as `status/jobId&jobId=a&jobId=b`.
    const several = id.startsWith('jobId&') ? id.slice('jobId&'.length) : null;
    const ids = several === null ? [id] : new URLSearchParams(several).getAll('jobId');
    return gsql(ids.map((each) => loadAnswer(loadOf(request, each))));
  });

  const abort = (request: FastifyRequest, ids: readonly string[]) => {
    for (const id of ids) loadOf(request, id);
    const aborted = ids.filter((id) =>
      [id, ...postedJobs.running(id)].map((load) => engine.abortLoad(load)).includes(true),
    );
    if (aborted.length === 0) throw problem('loadEnded');
    return gsql({ aborted }, `Successfully aborted loading job(s): [${aborted.join(', ')}].`);
  };
  on('GET /gsql/v1/loading-jobs/abort/:id', (request) => abort(request, [pathPart(request, 'id')]));
  on('GET /gsql/v1/loading-jobs/abort', (request) => {
    const ids = idsOf(request);
    if (ids.length === 0) throw problem('parameterMissing', { name: 'jobIds' });
    return abort(request, ids);
  });

  on('GET /gsql/v1/loading-jobs/resume/:id', async (request) => {
    const { id } = loadOf(request, pathPart(request, 'id'));
    await engine.resumeLoad(id, personOf(callerOf(request)));
    return gsql({ resumed: [id] }, `Successfully resumed loading job(s): [${id}].`);
  });

  on('POST /api/loading-jobs/:graph/load', async (request) => {
    const graph = graphInPath(engine, request);
    const caller = callerOf(request);
    // Such a load is a job that is created, which the table of calls asks for, and run.
    if (!caller.may('EXECUTE_LOADINGJOB', { graph }))
      throw problem('privilegeMissing', { name: caller.name, privilege: 'EXECUTE_LOADINGJOB' });
    const { code, files: given, dryrun } = jsonBody(request, LoadByText);
    const person = personOf(caller);
    const options = { files: given, code, person, baseDir: files.folder, dryRun: dryrun };
    return gsql({ id: await engine.startLoad(graph, '', options) });
  });
  on('POST /api/loading-jobs/:graph/preview', async (request, reply) => {
    const graph = graphInPath(engine, request);
    const job = jsonBody(request, PreviewJob);
    const signal = clientGone(reply);
    const by = { person: personOf(callerOf(request)), baseDir: files.folder, signal };
    return gsql(await heavy.run(() => engine.previewJob(graph, job, by), signal));
  });
  on('GET /api/loading-jobs/:graph/preview/:id', async (request) => {
    const id = pathPart(request, 'id');
    if (engine.loadStatus(id)?.graph !== graphInPath(engine, request)) throw problem('noLoad', { id });
    return gsql(await engine.loadPreview(id));
  });

  on('POST /api/loading-jobs/:graph/undo/:id', async (request) => {
    const graph = graphInPath(engine, request);
    const id = pathPart(request, 'id');
    if (engine.loadStatus(id)?.graph !== graph) {
      throw problem('noLoad', { id });
    }
    await engine.undoLoad(id);
    return gsql({ undone: [id] }, `Successfully undid loading job(s): [${id}].`);
  });

  on('GET /api/loading-jobs/:graph/rejected/:id', async (request, reply) => {
    const graph = graphInPath(engine, request);
    const id = pathPart(request, 'id');
    if (engine.loadStatus(id)?.graph !== graph) {
      throw problem('noLoad', { id });
    }
    const { limit, format } = queryParameters(request, RejectedParameters);
    if (format === 'json') return gsql(await engine.rejectedRows(id, limit));
    const rows = await engine.rejectedRows(id, Number.MAX_SAFE_INTEGER);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="rejected-${id.replace(/[^\w.-]/g, '_')}.csv"`)
      .send(Readable.from([rejectedCsv(rows)]));
  });
}

/** Clients write -1 for none. */
const isLimit = (limit: number | undefined): limit is number => limit !== undefined && limit >= 0;

/** A client's description of a file, as the text that a loading job would have. */
function fileText({ path, name, config }: z.infer<typeof WireDataSource>): string {
  if (name === undefined || name === '') return path ?? '';
  if (typeof config === 'string') return `$${name}:${config}`;
  if (config === undefined || Object.keys(config).length === 0) return `$${name}:${path ?? ''}`;
  return `$${name}:${JSON.stringify(path === undefined ? config : { 'file.uris': path, ...config })}`;
}

const nameInText = (text: string): string =>
  /\bCREATE\s+LOADING\s+JOB\s+([A-Za-z_]\w*)/i.exec(text)?.[1] ?? '';
