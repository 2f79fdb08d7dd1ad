/** Uploaded files. */
import { FinishUpload, UploadPart } from '@acacia/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { describeZodError } from '../errors/failures.ts';
import { registrar, type Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { jsonBody, pathPart } from '../http/request-body.ts';
import type { Services } from '../services.ts';

/** Uploads in parts, but for the parts themselves. */
export function uploadRoutes(on: Register, { files }: Services): void {
  on('GET /api/data-uploads/:id', async (request) =>
    gsql({ received: await files.uploads.received(uploadId(request)) }),
  );
  on('POST /api/data-uploads/:id', async (request) => {
    const { name, size } = jsonBody(request, FinishUpload);
    return gsql(await files.finish(uploadId(request), name, size), `Successfully uploaded ${name}.`);
  });
  on('DELETE /api/data-uploads/:id', async (request) => {
    await files.uploads.drop(uploadId(request));
    return gsql(null, 'Successfully deleted the upload.');
  });
}

const uploadId = (request: FastifyRequest): string =>
  pathParameters(request, UploadPart.pick({ id: true })).id;

/** Parameters in the path. @throws Problem when one is not valid */
function pathParameters<T extends z.ZodType>(request: FastifyRequest, schema: T): z.output<T> {
  const read = schema.safeParse(request.params);
  if (!read.success) throw problem('uploadPart', { why: describeZodError(read.error) });
  return read.data;
}

/** Needs a scope whose bodies are streams. */
export function fileRoutes(app: FastifyInstance, { files }: Services): void {
  const on = registrar(app);
  on('PUT /api/data-uploads/:id/:offset/:hash', async (request) => {
    const { id, offset, hash } = pathParameters(request, UploadPart);
    const content = (request.body as Readable | undefined) ?? request.raw;
    return gsql({ received: await files.uploads.add(id, { offset, hash, content }) });
  });
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
