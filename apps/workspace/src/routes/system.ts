/** Calls about the server itself. */
import type { Register } from '../http/calls.ts';
import { gsql, restpp } from '../http/envelopes.ts';
import type { Services } from '../services.ts';
import { versionText } from '../version.ts';

export function systemRoutes(on: Register, { engine, tgVersion }: Services): void {
  const hello = () => restpp(engine, undefined, undefined, { message: 'Hello GSQL' });
  on('GET /api/ping', () => gsql(null, 'pong'));
  on('GET /restpp/echo', hello);
  on('POST /restpp/echo', hello);
  on('GET /restpp/echo/:graph', hello);
  on('GET /restpp/version', () => restpp(engine, undefined, undefined, { message: versionText(tgVersion) }));
  on('GET /gsql/v1/version', () => gsql(null, versionText(tgVersion)));
}
