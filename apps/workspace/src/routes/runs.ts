/** Runs of the editor: start, list, attach, cancel, and their results (docs/adr/0057-runs-and-results.md). */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { stringifyJson } from '@acacia/base';
import {
  RunEventsParameters,
  RunLimitsParameters,
  RunListParameters,
  StartRun,
  type RunEvent,
  type WireRun,
} from '@acacia/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { problem } from '../errors/problem.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { jsonBody, pathPart, queryParameters } from '../http/request-body.ts';
import type { Run } from '../runs/run-book.ts';
import { limitsOf, prepareRun } from '../runs/start-run.ts';
import type { Services } from '../services.ts';

/** Milliseconds after which something is sent, so that no proxy or client times out. */
const KEEP_ALIVE_MS = 15_000;

const RunId = z.uuid();

/** The run as others than its owner see it: nothing of its text, its output or its results. */
const withoutTexts = (run: WireRun): WireRun => ({
  ...{ ...run, title: '', origin: null, error: null, answers: [], kept: false },
});

export function runRoutes(on: Register, services: Services): void {
  const { book } = services;

  const idOf = (request: FastifyRequest): string => {
    const id = RunId.safeParse(pathPart(request, 'id').toLowerCase());
    if (!id.success) throw problem('runIdInvalid', { id: pathPart(request, 'id').slice(0, 100) });
    return id.data;
  };
  /** The caller's own run. */
  const ownRun = (request: FastifyRequest): WireRun => {
    const run = book.find(idOf(request), callerOf(request).name);
    if (run === undefined) throw problem('noEditorRun', { id: idOf(request) });
    return run;
  };
  /** The caller's own run with its events and results. */
  const keptRun = (request: FastifyRequest): Run => {
    const { id } = ownRun(request);
    const run = book.kept(id);
    if (run === undefined) throw problem('runForgotten');
    return run;
  };

  on('PUT /api/runs/:id', async (request) => {
    const id = idOf(request);
    const caller = callerOf(request);
    const known = book.find(id, caller.name);
    if (known !== undefined) return gsql(known);
    const { about, work } = await prepareRun(services, caller, id, jsonBody(request, StartRun));
    return gsql(await book.start(about, work));
  });

  on('GET /api/runs', (request) => {
    const { all } = queryParameters(request, RunListParameters);
    const caller = callerOf(request);
    if (!all) {
      return gsql(book.all().flatMap((run) => (run.about.owner === caller.name ? [run.wire()] : [])));
    }
    if (!caller.isSuperuser()) throw problem('notSuperuser', caller);
    return gsql(
      book.all().map((run) => (run.about.owner === caller.name ? run.wire() : withoutTexts(run.wire()))),
    );
  });

  on('GET /api/runs/limits', (request) =>
    gsql(limitsOf(services, queryParameters(request, RunLimitsParameters))),
  );

  on('GET /api/runs/:id', (request) => gsql(ownRun(request)));

  on('GET /api/runs/:id/events', (request, reply) => {
    const { from } = queryParameters(request, RunEventsParameters);
    const wire = ownRun(request);
    const run = book.kept(wire.id);
    return reply
      .type('application/x-ndjson')
      .header('cache-control', 'no-cache, no-transform')
      .header('x-accel-buffering', 'no')
      .send(
        Readable.from(run === undefined ? [lineOf({ kind: 'end', number: 0, run: wire })] : lines(run, from)),
      );
  });

  on('POST /api/runs/:id/cancel', (request) => {
    const caller = callerOf(request);
    const run = book.kept(idOf(request));
    if (run === undefined || (run.about.owner !== caller.name && !caller.isSuperuser()))
      throw problem('noEditorRun', { id: idOf(request) });
    book.cancel(run.about.id);
    return gsql(null, 'The run was told to stop.');
  });

  on('GET /api/runs/:id/answers/:answer', (request, reply) => {
    const { results } = keptRun(request);
    const answer = Number(pathPart(request, 'answer'));
    if (results.answers[answer] === undefined) throw problem('noRunAnswer');
    return reply.type('application/json; charset=utf-8').send(createReadStream(results.answerPath(answer)));
  });
}

const lineOf = (event: RunEvent): string => `${stringifyJson(event)}\n`;

/** Events from a number on, one a line, to the end of the run; blank lines while nothing happens. */
async function* lines(run: Run, from: number): AsyncGenerator<string> {
  const { events } = run;
  let next = from;
  // The head of the answer goes out with the first bytes: the client learns at once that it is attached.
  yield '\n';
  for (;;) {
    const batch = events.from(next);
    const isLast = events.ended;
    next = Math.max(next, events.count);
    if (batch.length > 0) yield batch.map(lineOf).join('');
    if (isLast) {
      yield lineOf({ kind: 'end', number: next, run: run.wire() });
      return;
    }
    if (batch.length === 0) {
      await events.changed(KEEP_ALIVE_MS);
      if (events.count === next && !events.ended) yield '\n';
    }
    // Output that comes in thousands of pieces is sent in some.
    else await setImmediate();
  }
}
