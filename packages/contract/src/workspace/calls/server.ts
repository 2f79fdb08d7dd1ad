/** Calls about the server itself. */
import { z } from 'zod';
import { ConfigValues, Service } from '../config.ts';
import { HealthReport, SlowQuery } from '../health.ts';
import {
  InternalChecksums,
  InternalCopied,
  InternalCopy,
  InternalPeople,
  InternalStatus,
} from '../internal.ts';
import { SaveUdf } from '../config.ts';
import { flag, type WorkspaceCalls } from './call.ts';

const NO_QUEUES =
  'There are no workload queues: heavy queries wait in one line, whose length the settings of RESTPP.WorkLoadManager limit.';
const PORTAL_OF_CONSOLE =
  "The admin portal is a page of Acacia's console, at /admin of a workspace's address there. A workspace server that runs alone has none.";
const ServiceDescriptor = z.object({
  ServiceName: z.string(),
  Partition: z.number().default(0),
  Replica: z.number().default(0),
});
export const ServiceStatusRequest = z.object({ ServiceDescriptors: z.array(ServiceDescriptor).default([]) });
const ServiceStatus = z.object({
  ServiceDescriptor,
  ServiceStatus: z.literal('Online'),
  ProcessState: z.literal('Running'),
});
export type ServiceStatus = z.infer<typeof ServiceStatus>;
export const ServiceStatuses = z.object({ ServiceStatusEvents: z.array(ServiceStatus) });

export const serverCalls = {
  'GET /api/ping': { needs: 'public', about: 'Answers "pong"' },
  'GET /api/openapi.json': {
    needs: 'public',
    about: 'Describes these calls in OpenAPI 3.1',
    answer: 'json',
    results: z.looseObject({ openapi: z.string() }),
  },
  'GET /restpp/version': { needs: 'public', about: "Gives the version as TigerGraph's table of components" },
  'GET /restpp/echo': { needs: 'public', about: 'Answers "Hello GSQL"' },
  'POST /restpp/echo': { needs: 'public', about: 'Answers "Hello GSQL"' },
  'GET /restpp/echo/:graph': { needs: 'public', about: 'Answers "Hello GSQL"' },
  'GET /gsql/v1/version': {
    needs: 'signedIn',
    about: 'Gives the version of GSQL as text',
    answer: 'text',
    parameters: z.object({ verbose: flag }),
  },
  'GET /restpp/showlicenseinfo': {
    needs: 'signedIn',
    about: 'Says that no licence is needed, as an error with the code REST-5000',
  },

  'GET /api/config': {
    needs: 'superuser',
    about: 'Reads settings; secrets are masked',
    parameters: z.object({ key: z.string().optional().describe('Key of a setting; repeated for several') }),
    results: ConfigValues,
  },
  'POST /api/config': {
    needs: 'superuser',
    about: 'Saves settings, which act when the services that it names are restarted',
    body: ConfigValues,
    results: z.object({ restart: z.array(Service) }),
  },
  'POST /api/service/restart': {
    needs: 'superuser',
    about: 'Restarts parts of the server, so that saved settings act',
    parameters: z.object({ serviceName: z.string().describe('Name of a service; repeated for several') }),
    results: z.object({ restarted: z.array(Service) }),
  },
  'GET /api/udf/:name': { needs: 'superuser', about: 'Reads a file of functions', results: z.string() },
  'PUT /api/udf/:name': { needs: 'superuser', about: 'Saves a file of functions', body: SaveUdf },

  'POST /api/health-check': {
    needs: 'superuser',
    about: 'Checks queries, storage, memory and what the catalogue holds, and says what is wrong',
    body: z.strictObject({}),
    results: HealthReport,
  },
  'GET /api/slow-queries': {
    needs: 'signedIn',
    about: 'Lists queries that took a second or longer since the start, of those that the caller may see',
    results: z.array(SlowQuery),
  },
  'GET /admin': { needs: 'public', about: 'Opens the admin portal', refused: PORTAL_OF_CONSOLE },

  'GET /restpp/health': {
    needs: 'public',
    about: 'Says that the server answers',
    results: z.object({ status: z.literal('ok') }),
  },
  'GET /informant/metrics': {
    needs: 'signedIn',
    about: 'Gives metrics as Prometheus reads them',
    answer: 'text',
  },
  'POST /informant/metrics': {
    needs: 'signedIn',
    about: 'Gives metrics as Prometheus reads them',
    answer: 'text',
  },
  'POST /informant/metrics/get/:what': {
    needs: 'signedIn',
    about: 'Gives the present figures of `cpu-memory`, `diskspace`, `network` or `qps`',
    answer: 'json',
    body: z.looseObject({}),
    results: z.looseObject({}),
  },
  'GET /informant/current-service-status': {
    needs: 'signedIn',
    about: 'Says which services are online: all, since they are parts of one process',
    answer: 'json',
    results: ServiceStatuses,
  },
  'POST /informant/current-service-status': {
    needs: 'signedIn',
    about: 'Says which services are online: all, since they are parts of one process',
    answer: 'json',
    body: ServiceStatusRequest,
    results: ServiceStatuses,
  },
  'GET /restpp/showdelayedlistall': {
    needs: 'READ_DATA',
    about: 'Lists queries that wait for a worker: none has an id before it runs',
    results: z.array(z.unknown()),
  },
  'GET /gsql/v1/workload-manager/configs': {
    needs: 'signedIn',
    about: 'Says that there are no workload queues',
    results: z.object({ isEnabled: z.literal(false), queues: z.record(z.string(), z.unknown()) }),
  },
  'POST /gsql/v1/workload-manager/configs': {
    needs: 'superuser',
    about: 'Sets workload queues',
    refused: NO_QUEUES,
  },
  'POST /gsql/v1/workload-manager/permission': {
    needs: 'superuser',
    about: 'Grants workload queues',
    refused: NO_QUEUES,
  },
  'GET /gsql/v1/workload-manager/permission': {
    needs: 'superuser',
    about: 'Says who may use workload queues',
    refused: NO_QUEUES,
  },
  'GET /restpp/workload-manager/queue': {
    needs: 'signedIn',
    about: 'Lists workload queues',
    refused: NO_QUEUES,
  },
  'GET /restpp/workload-manager/queuestatus': {
    needs: 'signedIn',
    about: 'Says how workload queues stand',
    refused: NO_QUEUES,
  },
  'POST /restpp/workload-manager/queuestatus': {
    needs: 'signedIn',
    about: 'Says how workload queues stand',
    refused: NO_QUEUES,
  },
  'GET /restpp/queuestatus': {
    needs: 'signedIn',
    about: 'Says how workload queues stand',
    refused: NO_QUEUES,
  },

  'GET /internal/status': {
    needs: 'controlPlane',
    about: 'Reads activity, memory and counters',
    answer: 'json',
    results: InternalStatus,
  },
  'GET /internal/checksums': {
    needs: 'controlPlane',
    about: 'Computes checksums of catalogue and data',
    answer: 'json',
    results: InternalChecksums,
  },
  'POST /internal/copy': {
    needs: 'controlPlane',
    about: 'Copies the data between two commits',
    body: InternalCopy,
    answer: 'json',
    results: InternalCopied,
  },
  'PUT /internal/people': {
    needs: 'controlPlane',
    about: 'Says who of the organisation has access',
    body: InternalPeople,
  },
} as const satisfies WorkspaceCalls;
