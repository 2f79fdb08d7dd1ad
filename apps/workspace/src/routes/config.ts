/** Settings of the workspace, restarts of its services, and files of user-defined functions. */
import { ConfigValues, SaveUdf, Service, SERVICES, UdfName } from '@acacia/contract';
import type { FastifyRequest } from 'fastify';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { jsonBody, pathPart, searchParams } from '../http/request-body.ts';
import type { Services } from '../services.ts';
import { restartServices } from '../settings/restart.ts';

function udfName(request: FastifyRequest): UdfName {
  const name = UdfName.safeParse(pathPart(request, 'name'));
  if (name.success) return name.data;
  const known = UdfName.options.join(', ');
  throw problem('noFunctionFile', { name: pathPart(request, 'name'), known });
}

function servicesNamed(request: FastifyRequest): Service[] {
  const names = searchParams(request).getAll('serviceName');
  if (names.length === 0) throw problem('parameterMissing', { name: 'serviceName' });
  const services = names.map((name) => {
    const service = Service.safeParse(name.toLowerCase());
    if (service.success) return service.data;
    throw problem('noService', { name, known: SERVICES.join(', ') });
  });
  return [...new Set(services)];
}

/** A read-only workspace has nowhere to keep them. */
const FOR_NOW = ' They count until this read-only workspace is stopped.';

export function configRoutes(on: Register, services: Services): void {
  const { settings, udf, readOnly } = services;

  on('GET /api/config', (request) => gsql(settings.saved(searchParams(request).getAll('key'))));
  on('POST /api/config', async (request) => {
    const restart = await settings.save(jsonBody(request, ConfigValues));
    if (restart.length === 0) return gsql({ restart }, 'No config to update');
    return gsql(
      { restart },
      `The values were saved. They act when these services were restarted: ${restart.join(', ')}.${readOnly ? FOR_NOW : ''}`,
    );
  });
  on('POST /api/service/restart', async (request) => {
    const restarted = servicesNamed(request);
    await restartServices(restarted, services, request.server);
    return gsql({ restarted }, `Restarted: ${restarted.join(', ')}.`);
  });

  on('GET /api/udf/:name', (request) => gsql(udf.read(udfName(request))));
  on('PUT /api/udf/:name', async (request) => {
    const name = udfName(request);
    if (readOnly) throw problem('readOnly');
    return gsql(null, await udf.save(name, jsonBody(request, SaveUdf).udf));
  });
}
