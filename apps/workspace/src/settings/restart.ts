/** Restarts the parts of the workspace that correspond to TigerGraph's services, while the process goes on. */
import type { Service } from '@acacia/contract';
import { EngineError, type Engine, type Turnstile } from '@acacia/engine';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { RunningStatements } from '../running-statements.ts';
import { engineLimits, heavyLimits } from './limits.ts';
import type { Settings } from './settings.ts';

export interface Restartable {
  readonly engine: Engine;
  readonly log: Logger;
  readonly settings: Settings;
  readonly heavy: Turnstile;
  readonly statements: RunningStatements;
}

const restartedMessage = (what: string, service: Service): string =>
  `The ${what} was stopped: the service ${service} was restarted. Run it again.`;

/** Work of a service's restart besides applying new values; services left out only apply new values. */
async function restartPart(service: Service, parts: Restartable, app: FastifyInstance): Promise<void> {
  switch (service) {
    case 'gpe':
      return parts.engine.restartQueries(restartedMessage('query', service));
    case 'gse':
      parts.engine.forgetGraphs();
      return;
    case 'gsql':
      parts.statements.abortAll();
      return;
    case 'restpp':
      parts.heavy.clear(new EngineError('REST-12001', restartedMessage('request', service)));
      return;
    case 'nginx':
      app.server.closeIdleConnections();
      return;
    case 'gui':
    case 'ctrl':
      return;
  }
}

export async function restartServices(
  services: readonly Service[],
  parts: Restartable,
  app: FastifyInstance,
): Promise<void> {
  for (const service of services) {
    parts.settings.restarted(service);
    await parts.engine.setLimits(engineLimits(parts.settings));
    parts.heavy.limits = heavyLimits(parts.settings);
    await restartPart(service, parts, app);
    parts.log.info(`The service ${service} was restarted.`);
  }
}
