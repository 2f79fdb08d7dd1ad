/** GSQL texts like in the shell: whole answers, streams, and runs in the background. */
import { stringifyJson } from '@acacia/base';
import { PassThrough } from 'node:stream';
import { GsqlCommandRequest, StatementParameters, type GsqlCommandMessage } from '@acacia/contract';
import type { ShellOptions } from '@acacia/engine';
import type { FastifyRequest } from 'fastify';
import type { BackgroundRun } from '../background-runs.ts';
import { executeText } from '../gsql/execute-text.ts';
import { runOptions } from '../gsql/run-options.ts';
import { shellHost } from '../gsql/shell-host.ts';
import { demandStatements } from '../gsql/statement-privileges.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { clientGone, whenGone } from '../http/client-gone.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { bodyText, jsonBody, pathPart, queryParameters } from '../http/request-body.ts';
import { graphParameter, type Services } from '../services.ts';

/** Milliseconds after which something is sent, so that no proxy or client times out. */
const KEEP_ALIVE_MS = 15_000;

export function statementRoutes(on: Register, services: Services): void {
  const { engine, runs, answers } = services;

  on('POST /gsql/v1/statements', async (request, reply) => {
    const graph = graphParameter(engine, request);
    const { async: inBackground, timeout = 0 } = queryParameters(request, StatementParameters);
    const text = bodyText(request);
    const caller = callerOf(request);
    await demandStatements(caller, engine, text, graph);
    const options = (signal: AbortSignal): ShellOptions => ({
      ...runOptions(request, signal),
      host: shellHost(services, callerOf(request)),
      ...(timeout > 0 ? { timeLimitMs: timeout * 1000 } : {}),
    });
    const run = async (limits: ShellOptions) => {
      let output = '';
      const held = answers.open(caller.name);
      try {
        const take = (part: string): void => void (output += part);
        const { returnCode } = await executeText(services, limits, text, graph, take, held);
        return { output, returnCode };
      } finally {
        // From here on the memory counts as any other answer's, or as a background run's.
        held.release();
      }
    };
    if (inBackground === true) {
      const about = { kind: 'statements', owner: caller.name, graph, url: request.originalUrl } as const;
      const { id } = runs.start(
        about,
        text.length,
        (signal) => run(options(signal)),
        ({ output }) => ({ bytes: 2 * output.length }),
      );
      return { ...gsql(null, 'The statements were submitted.'), requestId: id };
    }
    const { output } = await run(options(clientGone(reply)));
    return reply.type('text/plain; charset=utf-8').send(output);
  });

  const ownRun = (request: FastifyRequest): BackgroundRun<{ output: string; returnCode: number }> => {
    const run = runs.find(pathPart(request, 'id'));
    if (run?.kind !== 'statements' || run.owner !== callerOf(request).name) {
      throw problem('noRequest', { id: pathPart(request, 'id') });
    }
    return run as BackgroundRun<{ output: string; returnCode: number }>;
  };
  on('GET /gsql/v1/statements/:id', (request) => {
    const { id, outcome, endedAt } = ownRun(request);
    if (outcome.state === 'failed') throw outcome.error;
    if (outcome.state === 'running') return gsql(null, `Request ${id} is running`);
    const status = outcome.value.returnCode === 0 ? 'SUCCESS' : 'FAILED';
    return {
      ...gsql(outcome.value.output, `Request ${id} is finished with status ${status}`),
      endTime: endedAt?.toISOString(),
    };
  });
  on('PUT /gsql/v1/statements/:id/cancel', (request) => {
    const run = ownRun(request);
    run.cancel();
    return gsql(null, `Request ${run.id} was told to stop.`);
  });

  on('POST /api/gsql-command', async (request, reply) => {
    const { command, cookie } = jsonBody(request, GsqlCommandRequest);
    const graph = cookie.graph || null;
    if (graph !== null && !engine.graphs().includes(graph)) {
      throw problem('noGraph', { graph });
    }
    await demandStatements(callerOf(request), engine, command, graph);

    const options = {
      ...runOptions(request, clientGone(reply)),
      host: shellHost(services, callerOf(request)),
    };
    const stream = new PassThrough();
    const send = (message: GsqlCommandMessage): void => {
      if (!stream.writableEnded) stream.write(`data: ${stringifyJson(message)}\n\n`);
    };
    // The head of the answer goes out with the first bytes: the client learns at once that it runs.
    stream.write(': started\n\n');
    const keepAlive = setInterval(() => stream.write(': still running\n\n'), KEEP_ALIVE_MS);
    const held = answers.open(callerOf(request).name);
    whenGone(reply, () => held.release());
    const tell = (results: string): void => send({ results, done: false });
    void executeText(services, options, command, graph, tell, held)
      .then(
        (end) => send({ results: '', done: true, graph: end.graph ?? '', returnCode: end.returnCode }),
        (error: unknown) => {
          request.log.error({ err: error }, 'A GSQL command failed by a fault of the server');
          send({ results: 'The workspace failed to run this command.', done: true, returnCode: 255 });
        },
      )
      .finally(() => {
        clearInterval(keepAlive);
        stream.end();
      });
    return reply
      .type('text/event-stream')
      .header('cache-control', 'no-cache, no-transform')
      .header('x-accel-buffering', 'no')
      .send(stream);
  });
}
