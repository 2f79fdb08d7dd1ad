/** Answers of queries in lines of JSON (NDJSON), sent while the query runs. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { asError, stringifyJson } from '@acacia/base';
import { answerTooLarge, type RunOptions, type RunResult } from '@acacia/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemOf } from '../errors/failures.ts';
import { problem } from '../errors/problem.ts';
import { header } from './request-body.ts';

export const wantsLines = (request: FastifyRequest): boolean =>
  /\bapplication\/x-ndjson\b/i.test(header(request, 'accept') ?? '');

/** Type of an answer in lines that is whole before it is sent: it is compressed, and not kept from waiting. */
export const WHOLE_LINES = 'application/x-ndjson; whole=true; charset=utf-8';

interface LinesOptions {
  /** The first line: the envelope without results. */
  readonly head: object;
  readonly options: RunOptions;
  readonly run: (options: RunOptions) => Promise<RunResult>;
  /** Bytes that the lines may have. */
  readonly limit: number;
}

export const lineOf = (value: object): string => `${stringifyJson(value)}\n`;

/** The last line of an answer whose query failed after its first lines were sent. */
function failureLine(request: FastifyRequest, error: unknown): string {
  const known = problemOf(error, request);
  if (known === undefined) request.log.error({ err: error }, 'A request failed by a fault of the server');
  const { code, message } = known ?? problem('internal', { id: request.id });
  return lineOf({ error: true, message, ...(code === '' ? {} : { code }) });
}

/**
 * Runs a query and sends a line for each row that it prints, as it prints them. The answer begins with the first row, so
 * that a query that fails before has its status; a failure after that is the last line. Warnings and the profile are the
 * last line as well.
 */
export function sendLines(
  request: FastifyRequest,
  reply: FastifyReply,
  { head, options, run, limit }: LinesOptions,
): Promise<FastifyReply> {
  const requestId = randomUUID();
  const body = new PassThrough();
  const stopping = new AbortController();
  const signal = AbortSignal.any([
    stopping.signal,
    ...(options.signal === undefined ? [] : [options.signal]),
  ]);
  let bytes = 0;
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const begin = (): void => {
      if (hasBegun) return;
      hasBegun = true;
      body.write(lineOf(head));
      resolve(
        reply
          .type('application/x-ndjson; charset=utf-8')
          .header('x-request-id', requestId)
          .header('cache-control', 'no-cache, no-transform')
          .header('x-accel-buffering', 'no')
          .send(body),
      );
    };
    const onPrinted = async (lines: Uint8Array): Promise<void> => {
      bytes += lines.byteLength;
      if (bytes > limit) {
        stopping.abort(problem('answerTooLarge', { reason: answerTooLarge(bytes, limit).message }));
        return;
      }
      begin();
      if (!body.write(lines)) await once(body, 'drain', { signal });
    };
    const fail = (error: unknown): void => {
      if (hasBegun) body.end(failureLine(request, error));
      else reject(asError(error));
    };
    run({ ...options, signal, requestId, onPrinted }).then(
      ({ printed, warnings, profile }) => {
        printed.release();
        // The last rows were too many, and came when the query had ended.
        if (stopping.signal.aborted) return fail(stopping.signal.reason);
        begin();
        const more = {
          ...(warnings.length > 0 ? { warnings } : {}),
          ...(profile === undefined ? {} : { profile }),
        };
        body.end(Object.keys(more).length === 0 ? undefined : lineOf(more));
      },
      (error: unknown) => fail(stopping.signal.aborted ? stopping.signal.reason : error),
    );
  });
}
