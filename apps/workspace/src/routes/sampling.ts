/** Samples of sources, and the schema proposed for them: neither needs a graph. */
import path from 'node:path';
import { Readable } from 'node:stream';
import { proposeSchema } from '@acacia/inference';
import {
  ProposeSchema,
  SAMPLE_CHARACTERS,
  SAMPLE_COLUMNS,
  SAMPLE_ROWS,
  SampleSource,
  type WireProposal,
  type WireSample,
  type WireSamplePart,
} from '@acacia/contract';
import type { SourceSample } from '@acacia/engine';
import { nameFault } from '@acacia/language';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { personOf } from '../gsql/person.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { clientGone } from '../http/client-gone.ts';
import { gsql } from '../http/envelopes.ts';
import { lineOf, wantsLines, WHOLE_LINES } from '../http/lines.ts';
import { jsonBody } from '../http/request-body.ts';
import { graphParameter, type Services } from '../services.ts';

/** Rows by which keys and relationships are judged. */
const JUDGED_ROWS = 5000;
/** Columns of a source that become attributes. */
const JUDGED_COLUMNS = 200;
/** Values of all sources together: more would keep others waiting. */
const JUDGED_VALUES = 2_000_000;

const shown = (text: string | null): string | null =>
  text !== null && text.length > SAMPLE_CHARACTERS ? `${text.slice(0, SAMPLE_CHARACTERS)}…` : text;

function sampleAnswer({ whole: _whole, ...sample }: SourceSample): WireSample {
  const columnCount = sample.columns.length;
  const hidden = columnCount > SAMPLE_COLUMNS;
  const count = columnCount.toLocaleString('en');
  return {
    ...sample,
    options: { ...sample.options },
    members: sample.members.length > 1 ? [...sample.members] : [],
    columns: sample.columns
      .slice(0, SAMPLE_COLUMNS)
      .map((column) => ({ ...column, path: column.path === null ? null : [...column.path] })),
    columnCount,
    rows: sample.rows.slice(0, SAMPLE_ROWS).map((row) => row.slice(0, SAMPLE_COLUMNS).map(shown)),
    warnings: [
      ...(hidden
        ? [`It has ${count} columns: the first ${SAMPLE_COLUMNS.toLocaleString('en')} are listed.`]
        : []),
      ...sample.warnings,
    ],
  };
}

/** Columns of one line, which a browser reads in some milliseconds. */
const COLUMNS_OF_LINE = 1_000;

/** The sample without columns and rows, and then these in parts. */
function* sampleLines({ columns, rows, ...sample }: WireSample): Generator<string> {
  yield lineOf(gsql({ ...sample, columns: [], rows: [] } satisfies WireSample));
  for (let at = 0; at < columns.length; at += COLUMNS_OF_LINE) {
    yield lineOf({ columns: columns.slice(at, at + COLUMNS_OF_LINE) } satisfies WireSamplePart);
  }
  for (const row of rows) yield lineOf({ rows: [row] } satisfies WireSamplePart);
}

/** The name of a file without its folder and endings, and without what copies and exports add: ` (1)`, ` - Copy`. */
function tableName(file: string): string {
  const name = path.posix
    .basename(/^[^?#]*/.exec(file)?.[0] ?? '')
    .replace(/(?:\.[A-Za-z]\w{0,7}){1,2}$/, '');
  const plain = name.replace(/\s*\([^()]*\)$/, '').replace(/ - (?:Copy|Kopie)$/i, '');
  return plain || name || 'table';
}

const isReserved = (name: string): boolean =>
  nameFault('vertex type', name) !== undefined || nameFault('attribute', name) !== undefined;

export function samplingRoutes(on: Register, { engine, files, heavy }: Services): void {
  const sample = (
    request: FastifyRequest,
    { file, options }: z.infer<typeof SampleSource>,
    rows: number,
    signal: AbortSignal,
  ): Promise<SourceSample> => {
    // Options that are left out are not there.
    const chosen = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    return heavy.run(
      () =>
        engine.sampleSource(
          graphParameter(engine, request),
          { file, rows, chosen },
          { person: personOf(callerOf(request)), baseDir: files.folder, signal },
        ),
      signal,
    );
  };
  on('POST /api/data-sample', async (request, reply) => {
    const answer = sampleAnswer(
      await sample(request, jsonBody(request, SampleSource), SAMPLE_ROWS, clientGone(reply)),
    );
    return wantsLines(request)
      ? reply.type(WHOLE_LINES).send(Readable.from(sampleLines(answer)))
      : gsql(answer);
  });
  on('POST /api/data-schema', async (request, reply) => {
    const { sources } = jsonBody(request, ProposeSchema);
    const signal = clientGone(reply);
    const tables = [];
    for (const source of sources) {
      const sampled = await sample(request, source, JUDGED_ROWS, signal);
      const columns = sampled.columns.slice(0, JUDGED_COLUMNS);
      const most = Math.floor(JUDGED_VALUES / sources.length / Math.max(1, columns.length));
      const rows = sampled.rows.slice(0, most).map((row) => row.slice(0, columns.length));
      const whole = sampled.whole && rows.length === sampled.rows.length;
      tables.push({ name: tableName(sampled.file), columns, rows, whole });
    }
    return gsql(proposeSchema(tables, isReserved) satisfies ReadOnly<WireProposal>);
  });
}

type ReadOnly<T> = T extends object ? { readonly [K in keyof T]: ReadOnly<T[K]> } : T;
