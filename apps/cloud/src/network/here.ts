/** Detects requests that were made on this machine. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Headers that proxies add: a request through a proxy may come from anywhere. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'cf-connecting-ip',
];

/** Whether a name or address is a loopback one, by which a machine reaches only itself. */
export function isLoopback(name: string): boolean {
  const bare = name.replace(/^\[|\]$/g, '').toLowerCase();
  if (bare === 'localhost') return true;
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback';
}

/**
 * Whether a request was made on this machine, to a loopback name: a page of another site whose name resolves to this
 * machine (DNS rebinding) still sends its own name as Host.
 */
export function isHere(request: IncomingMessage): boolean {
  const { host } = request.headers;
  if (host === undefined || FORWARDED.some((header) => header in request.headers)) return false;
  if (!isLoopback(request.socket.remoteAddress ?? '')) return false;
  return URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`).hostname);
}
