/** Schema change jobs over HTTP: list, create, run and drop (GSQL server endpoints, "Schema"). */
import { WireSchemaChange } from '@acacia/contract';
import { readProgram, type Engine } from '@acacia/engine';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { gsqlName, runStatements } from '../gsql/run-statements.ts';
import { changeFromWire, jobToWire } from '../gsql/wire-changes.ts';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { bodyText, jsonBody, pathPart, searchParams } from '../http/request-body.ts';
import { graphParameter, type Services } from '../services.ts';

type StoredJob = ReturnType<Engine['schemaJobs']>[number];

const GsqlBody = z.object({
  gsql: z.union([z.string(), z.array(z.string()).transform((all) => all.join('\n'))]),
});

const CreateJob = WireSchemaChange.extend({ gsql: GsqlBody.shape.gsql.optional() });

/** The text itself, or JSON that has it below `gsql`. */
const jobText = (request: FastifyRequest): string =>
  bodyText(request).trimStart().startsWith('{') ? jsonBody(request, GsqlBody).gsql : bodyText(request);

export function schemaJobRoutes(on: Register, services: Services): void {
  const { engine } = services;

  /** Jobs of the graph that the request names, else the global ones. */
  const jobsFor = (request: FastifyRequest) => {
    const graph = graphParameter(engine, request);
    return { graph, jobs: engine.schemaJobs(graph) };
  };
  const jobNamed = (request: FastifyRequest, name: string) => {
    const { graph, jobs } = jobsFor(request);
    const job = jobs.find((each) => each.name === gsqlName('job', name));
    if (job !== undefined) return { graph, job };
    throw graph === null ? problem('noSchemaJob', { name }) : problem('noSchemaJobOfGraph', { name, graph });
  };

  /** A job by its name, as GSQL or as data. */
  const shown = (request: FastifyRequest, graph: string | null, { name, code }: StoredJob) => {
    const asData = searchParams(request).get('json') === 'true';
    const change = asData ? engine.schemaJobChange(graph, name) : undefined;
    return { [name]: change === undefined ? code : jobToWire(name, graph, change) };
  };
  on('GET /gsql/v1/schema/jobs', (request) => {
    const { graph, jobs } = jobsFor(request);
    return gsql(jobs.map((job) => shown(request, graph, job)));
  });
  on('GET /gsql/v1/schema/jobs/:job', (request) => {
    const { graph, job } = jobNamed(request, pathPart(request, 'job'));
    return gsql(shown(request, graph, job));
  });
  on('POST /gsql/v1/schema/jobs', async (request) =>
    gsql(null, await runStatements(services, request, jobText(request), graphParameter(engine, request))),
  );

  const run = async (request: FastifyRequest) => {
    const { graph, job } = jobNamed(request, pathPart(request, 'job'));
    const global = graph === null ? 'GLOBAL ' : '';
    await runStatements(services, request, `RUN ${global}SCHEMA_CHANGE JOB ${job.name}`, graph);
    return gsql(null, 'Schema change job run successfully!');
  };
  /** With a body the job is created, from GSQL or from a change; without one it is run. */
  on('POST /gsql/v1/schema/jobs/:job', async (request) => {
    if (bodyText(request).trim() === '') return run(request);
    const name = gsqlName('job', pathPart(request, 'job'));
    const body = jsonBody(request, CreateJob);
    const graph = graphParameter(engine, request);
    const made = async (text: string) => {
      const said = await runStatements(services, request, text, graph);
      const isThere = engine.schemaJobs(graph).some((job) => job.name === name);
      const kind = graph === null ? 'global schema change job' : 'schema change job';
      return gsql(null, isThere ? `Successfully created ${kind}: [${name}].` : said);
    };
    if (body.gsql !== undefined) return made(body.gsql);
    const { job } = await engine.previewChange(graph, changeFromWire(body));
    // Beside the job, which has a name of its own, the preview has the statements that run it.
    const { statements } = (await readProgram(job)).program;
    const created = statements.find((statement) => statement.kind === 'createSchemaJob');
    if (created === undefined) throw problem('changeEmpty');
    const text = created.text.replace(/(SCHEMA_CHANGE\s+JOB\s+)\w+/i, (_, head: string) => `${head}${name}`);
    return made(text);
  });
  on('PUT /gsql/v1/schema/jobs/:job', run);

  const drop = async (request: FastifyRequest, names: readonly string[]) => {
    const found = names.map((name) => jobNamed(request, name));
    for (const { graph, job } of found) await runStatements(services, request, `DROP JOB ${job.name}`, graph);
    return gsql(null, `Successfully dropped schema change jobs: [${names.join(', ')}].`);
  };
  on('DELETE /gsql/v1/schema/jobs/:job', (request) => drop(request, [pathPart(request, 'job')]));
  on('DELETE /gsql/v1/schema/jobs', (request) => {
    const text = searchParams(request).get('jobName') ?? '';
    if (text === '') throw problem('parameterMissing', { name: 'jobName' });
    return drop(
      request,
      text.split(',').map((name) => name.trim()),
    );
  });
}
