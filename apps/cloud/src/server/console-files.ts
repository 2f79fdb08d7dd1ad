/** Serves the console's built files; every page URL of the console gets its single page. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const NOT_BUILT = 'The console is not built. Start Acacia with npm start, which builds it.';

/** For files whose name has a hash of their content, so that they never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Whether a browser requests a page, rather than a script a file or data. */
const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  (request.headers.accept ?? '').includes('text/html') &&
  path.posix.extname(request.url.split('?')[0] ?? '') === '';

interface ConsoleFiles {
  /** Sends the console's page when the request is for a page. @returns whether it has */
  page(request: FastifyRequest, reply: FastifyReply): boolean;
}

export async function consoleFiles(
  app: FastifyInstance,
  folder: string,
  publicUrl: string,
): Promise<ConsoleFiles> {
  const publicAddress = new URL(publicUrl);
  const built = () => existsSync(path.join(folder, 'index.html'));
  // Handlers return no reply: each wait for one that streams a file adds listeners to its response, up to Node's limit.
  const index = (reply: FastifyReply): void => {
    if (built()) void reply.sendFile('index.html');
    else void reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
  };

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      const hashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
      reply.header('cache-control', hashed ? IMMUTABLE : 'no-cache');
    },
  });

  app.get('/', (request, reply) => {
    if (isOtherName(request)) void reply.redirect(publicUrl + request.url);
    else index(reply);
  });
  app.get('/*', (request, reply) => {
    const name = (request.url.split('?')[0] ?? '').slice(1);
    if (path.posix.extname(name) === '' || !built()) void reply.callNotFound();
    else void reply.sendFile(name);
  });

  /** Whether the request is to `localhost` by its IP address: sign-in works only under the public name. */
  function isOtherName(request: FastifyRequest): boolean {
    return (
      publicAddress.hostname === 'localhost' &&
      (request.hostname === '127.0.0.1' || request.hostname === '[::1]') &&
      request.host.endsWith(`:${publicAddress.port}`)
    );
  }

  return {
    page(request, reply) {
      if (!wantsPage(request)) return false;
      if (isOtherName(request)) void reply.redirect(publicUrl + request.url);
      else index(reply);
      return true;
    },
  };
}
