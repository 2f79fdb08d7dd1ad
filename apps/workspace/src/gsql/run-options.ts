/** Options of a run, from the headers of its request. */
import type { RunOptions } from '@acacia/engine';
import type { FastifyRequest } from 'fastify';
import { personOf } from './person.ts';
import { rolesAt } from '../auth/rights.ts';
import { callerOf, graphOfRequest } from '../http/admission.ts';
import { problem } from '../errors/problem.ts';
import { header, numberHeader } from '../http/request-body.ts';

/** @throws Problem for a header that is not valid */
export function runOptions(request: FastifyRequest, signal: AbortSignal): RunOptions {
  const queue = header(request, 'workload-queue')?.trim() ?? '';
  if (queue !== '') throw problem('queueNotGranted', { name: queue });
  const timeLimitMs = numberHeader(request, 'gsql-timeout');
  const memoryLimitMb = numberHeader(request, 'gsql-querylocalmemlimitmb');
  return {
    signal,
    url: request.originalUrl,
    person: personOf(callerOf(request)),
    roles: rolesAt(callerOf(request).rights(), graphOfRequest(request)),
    profile: header(request, 'profile')?.toUpperCase() === 'BASIC',
    ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
    ...(memoryLimitMb === undefined ? {} : { memoryLimitMb }),
  };
}
