/** POST /ddl/{graph}: runs a loading job over the lines of the body and waits for it. */
import type { Readable } from 'node:stream';
import { DdlParameters, type OnlinePostResult } from '@acacia/contract';
import type { FastifyInstance } from 'fastify';
import { postedStatistics } from '../gsql/load-answers.ts';
import { jobParts } from '../gsql/job-parts.ts';
import { personOf } from '../gsql/person.ts';
import { callerOf } from '../http/admission.ts';
import { registrar } from '../http/calls.ts';
import { clientGone } from '../http/client-gone.ts';
import { restpp } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { queryParameters } from '../http/request-body.ts';
import { bodyLimit } from '../settings/limits.ts';
import { graphInPath, type Services } from '../services.ts';

/** Needs a scope whose bodies are streams. */
export function ddlRoutes(app: FastifyInstance, { engine, files, settings, postedJobs }: Services): void {
  registrar(app)('POST /restpp/ddl/:graph', async (request, reply) => {
    const graph = graphInPath(engine, request);
    const { tag, filename, sep, eol, jobid, ...limits } = queryParameters(request, DdlParameters);
    const job = engine.loadingJobs(graph).find((candidate) => candidate.name === tag);
    if (job === undefined) {
      throw problem('restppNoLoadingJob', { name: tag, graph });
    }
    if (!Object.hasOwn(job.files, filename)) {
      const known = Object.keys(job.files).join(', ');
      throw problem('restppNoFileOfJob', { name: tag, file: filename, known });
    }
    const content = (request.body as Readable | undefined) ?? request.raw;
    const data = await files.receiveTemporary(content, bodyLimit(settings));
    try {
      const id = await engine.startLoad(graph, tag, {
        files: { [filename]: data.path },
        person: personOf(callerOf(request)),
        using: { ...(sep ? { SEPARATOR: sep } : {}), ...(eol ? { EOL: eol } : {}) },
        ...(limits.max_num_error === undefined ? {} : { maxErrors: limits.max_num_error }),
        ...(limits.max_percent_error === undefined ? {} : { maxPercentErrors: limits.max_percent_error }),
        posted: true,
        signal: clientGone(reply),
      });
      if (jobid !== undefined) postedJobs.begun(graph, jobid, id);
      const status = await engine.loadEnded(id);
      if (jobid !== undefined) postedJobs.ended(jobid, id, status);
      if (status.state === 'failed')
        throw problem('loadFailed', { reason: status.error ?? 'The load failed.' });
      const deletes = jobParts(job.code).LoadingStatements.some(({ Type }) => Type.startsWith('Delete'));
      const result: OnlinePostResult = {
        sourceFileName: 'Online_POST',
        statistics: postedStatistics(status, deletes),
      };
      return restpp(engine, graph, [result], { code: 'REST-0000' });
    } finally {
      await data.remove();
    }
  });
}
