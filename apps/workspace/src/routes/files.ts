/** Uploaded files. */
import type { FastifyInstance } from 'fastify';
import type { Readable } from 'node:stream';
import { registrar } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { pathPart } from '../http/request-body.ts';
import type { Services } from '../services.ts';

/** Needs a scope whose bodies are streams. */
export function fileRoutes(app: FastifyInstance, { files }: Services): void {
  const on = registrar(app);
  on('GET /api/data-files', async () => gsql(await files.list()));
  on('PUT /api/data-files/:name', async (request) => {
    const name = pathPart(request, 'name');
    const announced = Number(request.headers['content-length'] ?? 0);
    // An empty file comes without a body.
    const content = (request.body as Readable | undefined) ?? request.raw;
    return gsql(await files.receive(name, content, announced), `Successfully uploaded ${name}.`);
  });
  on('DELETE /api/data-files/:name', async (request) => {
    const name = pathPart(request, 'name');
    if (!(await files.remove(name))) throw problem('noFile', { name });
    return gsql(null, `Successfully deleted ${name}.`);
  });
}
