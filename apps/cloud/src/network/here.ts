/** Whether somebody sits at this very machine. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Headers that a proxy adds: whoever comes through one may sit anywhere. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'cf-connecting-ip',
];

/** Names and numbers under which a machine reaches itself alone. */
export function isLoopback(name: string): boolean {
  const bare = name.replace(/^\[|\]$/g, '').toLowerCase();
  if (bare === 'localhost') return true;
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback';
}

/**
 * Whether a request was made on this machine, to this machine by its own name: a page of another site that has its
 * name point here (DNS rebinding) still sends the other name.
 */
export function isHere(request: IncomingMessage): boolean {
  const { host } = request.headers;
  if (host === undefined || FORWARDED.some((header) => header in request.headers)) return false;
  if (!isLoopback(request.socket.remoteAddress ?? '')) return false;
  return URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`).hostname);
}
