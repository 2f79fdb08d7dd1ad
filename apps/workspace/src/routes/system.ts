/** Calls about the server itself. */
import type { Register } from '../http/calls.ts';
import { gsql, restpp } from '../http/envelopes.ts';
import type { Services } from '../services.ts';
import { openApiDocument } from '../openapi-document.ts';
import { searchParams } from '../http/request-body.ts';
import { gsqlVersionText, OWN, versionText } from '../version.ts';

export function systemRoutes(on: Register, { engine, tgVersion }: Services): void {
  const hello = () => ({ error: false, message: 'Hello GSQL' });
  on('GET /api/ping', () => gsql(null, 'pong'));
  let document: ReturnType<typeof openApiDocument> | undefined;
  on('GET /api/openapi.json', (_request, reply) =>
    // Made when it is first asked for: that takes a tenth of a second.
    reply.header('cache-control', 'no-cache').send((document ??= openApiDocument(OWN))),
  );
  on('GET /restpp/echo', hello);
  on('POST /restpp/echo', hello);
  on('GET /restpp/echo/:graph', hello);
  // Writes are in place at once: there is nothing to rebuild, and no licence to check.
  const rebuilt = () => restpp(engine, undefined, [], { message: 'RebuildNow finished.', code: 'REST-0000' });
  on('GET /restpp/rebuildnow', rebuilt);
  on('POST /restpp/rebuildnow', rebuilt);
  on('GET /restpp/rebuildnow/:graph', rebuilt);
  on('POST /restpp/rebuildnow/:graph', rebuilt);
  on('GET /restpp/showlicenseinfo', () => ({
    ...restpp(engine, undefined, [], { message: 'No licence is needed.', code: 'REST-5000' }),
    error: true,
  }));
  on('GET /restpp/version', () => restpp(engine, undefined, undefined, { message: versionText(tgVersion) }));
  on('GET /gsql/v1/version', (request, reply) => {
    const verbose = searchParams(request).get('verbose') === 'true';
    return reply.type('text/plain; charset=utf-8').send(gsqlVersionText(tgVersion, verbose));
  });
}
