/** The discovery endpoints of SCIM. */
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../errors/problem.ts';
import { listOf } from './answers.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.ts';
import { idOf, send } from './resource-answers.ts';

export function mountDiscovery(scope: FastifyInstance, base: string): void {
  const discover = (path: string, find: (id: string) => object | undefined) =>
    scope.get(path, async (request, reply) => {
      const found = find(idOf(request));
      if (found === undefined) throw notFound('resource');
      return send(reply, 200, found);
    });
  const all = (list: readonly object[]) => () => listOf(list, list.length, 1);
  discover('/ServiceProviderConfig', () => serviceProviderConfig(base));
  discover('/ResourceTypes', all(resourceTypes(base)));
  discover('/ResourceTypes/:id', (wanted) => resourceTypes(base).find(({ id }) => id === wanted));
  discover('/Schemas', all(schemas(base)));
  discover('/Schemas/:id', (wanted) => schemas(base).find(({ id }) => id === wanted));
}
