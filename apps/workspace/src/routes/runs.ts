/** Runs of the editor: start, list, attach, cancel, and their results (docs/adr/0057-runs-and-results.md). */
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { stringifyJson } from '@acacia/base';
import {
  GATEWAY_HEADERS,
  RunChartParameters,
  RunColumnParameters,
  RunCompareParameters,
  RunCopyParameters,
  RunEventsParameters,
  RunLimitsParameters,
  RunFileParameters,
  RunHistoryParameters,
  RunListParameters,
  RunPageParameters,
  RunPin,
  RunSelectionParameters,
  StartRun,
  type RunEvent,
  type RunFileFormat,
  type RunHistoryPage,
  type WireRun,
} from '@acacia/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { problem } from '../errors/problem.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { clientGone, whenGone } from '../http/client-gone.ts';
import { gsql } from '../http/envelopes.ts';
import { jsonBody, pathPart, queryParameters } from '../http/request-body.ts';
import { fileName } from '../runs/file-name.ts';
import { jsonList } from '../runs/json-list.ts';
import { createTableReader } from '../runs/read-table.ts';
import type { Run } from '../runs/run-book.ts';
import { writeTable } from '../runs/write-table.ts';
import type { CallHere } from '../gsql/start-call.ts';
import { limitsOf, prepareRun } from '../gsql/start-run.ts';
import type { Services } from '../services.ts';

/** Milliseconds after which something is sent, so that no proxy or client times out. */
const KEEP_ALIVE_MS = 15_000;

const RunId = z.uuid();

/** The run as others than its owner see it: nothing of its text, its output or its results. */
const withoutTexts = (run: WireRun): WireRun => ({
  ...{ ...run, title: '', origin: null, error: null, answers: [], files: [], kept: false },
});

export function runRoutes(on: Register, services: Services): void {
  const { book, history, tables } = services;
  const reader = createTableReader(tables);

  const idOf = (request: FastifyRequest): string => {
    const id = RunId.safeParse(pathPart(request, 'id').toLowerCase());
    if (!id.success) throw problem('runIdInvalid', { id: pathPart(request, 'id').slice(0, 100) });
    return id.data;
  };
  /** The caller's own run. */
  const ownRun = (request: FastifyRequest, id: string = idOf(request)): WireRun => {
    const run = book.find(id, callerOf(request).name);
    if (run === undefined) throw problem('noEditorRun', { id });
    return run;
  };
  /** The caller's own run with its events and results. */
  const keptRunOf = (request: FastifyRequest, id: string): Run => {
    const run = book.kept(ownRun(request, id).id);
    if (run === undefined) throw problem(book.wasPinned(id) ? 'runPinLost' : 'runForgotten');
    return run;
  };
  const keptRun = (request: FastifyRequest): Run => keptRunOf(request, idOf(request));

  on('PUT /api/runs/:id', async (request) => {
    const id = idOf(request);
    const caller = callerOf(request);
    const known = book.find(id, caller.name);
    if (known !== undefined) return gsql(known);
    const { about, work } = await prepareRun(
      services,
      caller,
      id,
      jsonBody(request, StartRun),
      callHereOf(request),
    );
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

  on('PUT /api/runs/:id/pin', (request) => {
    const { about } = keptRun(request);
    return gsql(book.pin(about.id, jsonBody(request, RunPin).pinned));
  });

  on('GET /api/runs/:id/files/:file', (request, reply) => {
    const { results } = keptRun(request);
    const file = results.files[numberIn(request, 'file')];
    if (file === undefined) throw problem('noRunTable');
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('content-length', file.bytes)
      .send(createReadStream(file.path));
  });

  on('GET /api/runs/:id/answers/:answer', (request, reply) => {
    const { results } = keptRun(request);
    const answer = Number(pathPart(request, 'answer'));
    if (results.answers[answer] === undefined) throw problem('noRunAnswer');
    return reply.type('application/json; charset=utf-8').send(createReadStream(results.answerPath(answer)));
  });

  on('GET /api/run-history', (request) => {
    const {
      search,
      state,
      query,
      graph: within,
      offset,
      rows,
    } = queryParameters(request, RunHistoryParameters);
    const wanted = search.trim().toLowerCase();
    const all = history
      .of(callerOf(request).name)
      .filter((entry) => state === undefined || entry.state === state)
      .filter((entry) => query === undefined || entry.query === query)
      .filter((entry) => within === undefined || entry.graph === within)
      .filter(
        ({ title, text, graph, parameters }) =>
          wanted === '' ||
          [title, text, graph, parameters].some((each) => each?.toLowerCase().includes(wanted) === true),
      );
    const page: RunHistoryPage = {
      total: all.length,
      entries: all.slice(offset, offset + rows).map(({ owner: _owner, ...entry }) => entry),
    };
    return gsql(page);
  });

  on('DELETE /api/run-history', async (request) => {
    await history.clear(callerOf(request).name);
    return gsql(null, 'The history of your runs is empty.');
  });

  // ---------------------------------------------------------------- tables of results
  const numberIn = (request: FastifyRequest, name: string): number => {
    const text = pathPart(request, name);
    if (!/^\d{1,15}$/.test(text)) throw problem('noRunTable');
    return Number(text);
  };
  const tableOf = (request: FastifyRequest) => {
    const { results, about } = keptRun(request);
    const table = results.tables[numberIn(request, 'table')];
    if (table === undefined) throw problem('noRunTable');
    return { table, results, about };
  };

  on('GET /api/runs/:id/tables/:table/rows', async (request, reply) => {
    const { table } = tableOf(request);
    return gsql(await reader.page(table, queryParameters(request, RunPageParameters), clientGone(reply)));
  });

  on('GET /api/runs/:id/tables/:table/rows/:row/cells/:column', async (request, reply) => {
    const text = await reader.cell(
      tableOf(request).table,
      numberIn(request, 'row'),
      numberIn(request, 'column'),
    );
    return reply.type('text/plain; charset=utf-8').send(Readable.from([text]));
  });

  on('GET /api/runs/:id/tables/:table/columns/:column', async (request, reply) => {
    const { table } = tableOf(request);
    const column = numberIn(request, 'column');
    const asked = queryParameters(request, RunColumnParameters);
    return gsql(await reader.column(table, column, asked, clientGone(reply)));
  });

  on('GET /api/runs/:id/tables/:table/selection', async (request, reply) => {
    const asked = queryParameters(request, RunSelectionParameters);
    return gsql(await reader.selection(tableOf(request).table, asked, clientGone(reply)));
  });

  on('GET /api/runs/:id/tables/:table/copy', async (request, reply) => {
    const asked = queryParameters(request, RunCopyParameters);
    const text = await reader.copy(tableOf(request).table, asked, clientGone(reply));
    return reply.type('text/plain; charset=utf-8').send(text);
  });

  on('GET /api/runs/:id/tables/:table/chart', async (request, reply) => {
    const asked = queryParameters(request, RunChartParameters);
    return gsql(await reader.chart(tableOf(request).table, asked, clientGone(reply)));
  });

  on('GET /api/runs/:id/tables/:table/compare', async (request, reply) => {
    const asked = queryParameters(request, RunCompareParameters);
    const before = keptRunOf(request, asked.run.toLowerCase()).results.tables[asked.table];
    if (before === undefined) throw problem('noRunTable');
    return gsql(await reader.compare(before, tableOf(request).table, asked, clientGone(reply)));
  });

  on('GET /api/runs/:id/tables/:table/file', async (request, reply) => {
    const { format, ...asked } = queryParameters(request, RunFileParameters);
    const { table, results, about } = tableOf(request);
    const view = reader.view(table, asked);
    void reply.header(
      'content-disposition',
      `attachment; filename="${fileName([about.title, table.name], format)}"`,
    );
    if (format === 'json' && view === null)
      return reply.type('application/json; charset=utf-8').send(Readable.from(jsonList(table.path)));
    const path = results.exportPath(format);
    whenGone(reply, () => {
      rm(path, { force: true }).catch((err: unknown) =>
        request.log.error({ err }, 'A file of a download stays on the disk'),
      );
    });
    await writeTable(tables, table, { path, format, view }, clientGone(reply));
    return reply
      .type(FILE_TYPES[format])
      .header('content-length', (await stat(path)).size)
      .send(createReadStream(path));
  });
}

const FILE_TYPES: Readonly<Record<RunFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

/** Headers that say who calls. */
const CREDENTIALS = ['authorization', 'cookie', ...Object.values(GATEWAY_HEADERS)];

/** Calls the server that answers the request, as the caller of the request. */
const callHereOf =
  ({ server, headers }: FastifyRequest): CallHere =>
  async ({ method, url, headers: more, body }, signal) => {
    const who = Object.fromEntries(
      CREDENTIALS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
    );
    const answer = await server.inject({
      ...{ method, url, signal, headers: { ...who, ...more } },
      ...(body === null ? {} : { payload: body }),
    });
    const type = answer.headers['content-type'];
    return { status: answer.statusCode, type: String(type ?? ''), body: answer.rawPayload };
  };

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
