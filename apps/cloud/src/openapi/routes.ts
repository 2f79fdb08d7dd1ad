/** `/api/openapi.json`, and a page to read it and to try calls. */
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** @param make makes the document; called when it is asked for, since it takes a twelfth of a start */
export async function openApiRoutes(
  app: FastifyInstance,
  make: () => Record<string, unknown>,
): Promise<void> {
  let made: Record<string, unknown> | undefined;
  // Written by JSON.stringify, and for YAML, as what `toJSON` returns.
  const document = { toJSON: () => (made ??= make()) };
  app.get('/api/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(document));
  await app.register(async (docs) => {
    await docs.register(swagger, {
      mode: 'static',
      specification: { document: document as unknown as StaticDocumentSpec['document'] },
    });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      theme: { title: 'Acacia cloud API' },
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'list',
        persistAuthorization: true,
        validatorUrl: null,
      },
      staticCSP: true,
      // The plugin's own policy allows fonts and a validator from other sites, and forbids plain HTTP.
      transformStaticCSP: (header) =>
        header
          .replace(/ https:(?=[ ;])/g, '')
          .replace(' validator.swagger.io', '')
          .replace(' upgrade-insecure-requests;', '')
          // Its page sets styles from its scripts.
          .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
    });
  });
}
