/** `/api/openapi.json`, and a page to read it and to try calls. */
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

export async function openApiRoutes(app: FastifyInstance, document: Record<string, unknown>): Promise<void> {
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
