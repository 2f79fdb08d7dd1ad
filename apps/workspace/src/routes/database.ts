/** Calls about the whole database that stand for one statement each (GSQL server endpoints, "Database Utilities"). */
import { ExportBody, ImportBody } from '@acacia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gsqlName, runStatements } from '../gsql/run-statements.ts';
import type { Register } from '../http/calls.ts';
import { clientGone } from '../http/client-gone.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { jsonBody } from '../http/request-body.ts';
import type { Services } from '../services.ts';

const graphsText = (names: readonly string[]): string =>
  names.includes('*') ? 'ALL' : names.map((name) => gsqlName('graph', name)).join(', ');

/** @throws Problem for a text that ends its own quotes */
function quoted(field: string, text: string): string {
  if (/["\\\n\r]/.test(text)) throw problem('textNotQuotable', { field });
  return `"${text}"`;
}

export function databaseRoutes(on: Register, services: Services): void {
  const run = (request: FastifyRequest, reply: FastifyReply, text: string): Promise<string> =>
    runStatements(services, request, text, null, clientGone(reply));

  on('GET /gsql/v1/clear-store', async (request, reply) => {
    await run(request, reply, 'CLEAR GRAPH STORE -HARD');
    return gsql(null, 'Successfully cleared graph store.');
  });
  on('GET /gsql/v1/drop-all', async (request, reply) => {
    await run(request, reply, 'DROP ALL');
    return gsql(null, 'Successfully dropped all.');
  });
  on('POST /gsql/v1/db-export', async (request, reply) => {
    const { path, graphNames, schema, template, password } = jsonBody(request, ExportBody);
    if (password !== undefined && password !== '') throw problem('exportPassword');
    const content = schema ? ' -S' : template ? ' -T' : '';
    const text = `EXPORT GRAPH ${graphsText(graphNames)}${content} TO ${quoted('path', path)}`;
    return gsql(await run(request, reply, text), 'Successfully exported database.');
  });
  on('POST /gsql/v1/db-import', async (request, reply) => {
    const { path, graphNames, password } = jsonBody(request, ImportBody);
    if (password !== undefined && password !== '') throw problem('exportPassword');
    const text = `IMPORT GRAPH ${graphsText(graphNames)} FROM ${quoted('path', path)}`;
    return gsql(await run(request, reply, text), 'Successfully imported database.');
  });
}
