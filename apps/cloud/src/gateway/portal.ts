/**
 * `/admin` of a workspace's address, where TigerGraph serves its Admin Portal: the portal is a page of the console, so
 * that the gateway redirects there. The redirect wakes nothing and needs no credentials; the console asks for them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { GUARDS } from './headers.ts';
import { hasBody } from './refusal.ts';

/** Whether a request for the portal's path is that of a browser which opens it. */
export const opensPortal = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request);

export function redirectToPortal(response: ServerResponse, console: string, workspaceId: string): void {
  const location = new URL('/admin-portal', console);
  location.searchParams.set('workspace_id', workspaceId);
  response.writeHead(302, { ...GUARDS, Location: location.href, 'Content-Length': '0' }).end();
}
