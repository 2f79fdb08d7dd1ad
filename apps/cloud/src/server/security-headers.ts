/** Security headers of all responses. */
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/**
 * Content security policy of the console, which calls its own origin and the ports of workspaces on the same host, and
 * shows the operator's chat in a frame.
 */
function consolePolicy(publicUrl: string, chatUrl: string | null): string {
  const { protocol, hostname } = new URL(publicUrl);
  const workspaces = `${protocol}//${hostname}:*`;
  return [
    "default-src 'self'",
    "script-src 'self'",
    // Mantine, CodeMirror and React Flow set styles from scripts.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ${workspaces} ${workspaces.replace(/^http/, 'ws')}`,
    "worker-src 'self' blob:",
    `frame-src ${chatUrl === null ? "'none'" : new URL(chatUrl).origin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function securityHeaders(
  app: FastifyInstance,
  { publicUrl, chatUrl }: Pick<Settings, 'publicUrl' | 'chatUrl'>,
): void {
  const policy = consolePolicy(publicUrl, chatUrl);
  const secure = publicUrl.startsWith('https:');
  const headers = Object.entries({
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  });
  app.addHook('onRequest', async (_request, reply) => {
    // On Node's response, so that responses of the identity provider have them too.
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
  });
}
