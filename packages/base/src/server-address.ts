/** Addresses of servers of the web, as people enter them. */

/** A host, with a port or a path after it, without a scheme. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?:\/|$)/i;

/** Names of hosts, as of addresses that were parsed: numbers are dotted, and other letters are in ASCII. */
const NAME = /^(?:[a-z\d_](?:[\w-]*[a-z\d_])?\.)*[a-z\d_](?:[\w-]*[a-z\d_])?\.?$/i;

export type AddressFault = 'noWeb' | 'noAddress' | 'login' | 'port' | 'query';

/** The address of http or https without a slash at its end, or its fault. @param isHostEnough a host is asked by https */
export function serverAddress(
  entered: string,
  isHostEnough = false,
): { readonly url: string } | { readonly fault: AddressFault } {
  const trimmed = entered.trim();
  const text = isHostEnough && HOST.test(trimmed) ? `https://${trimmed}` : trimmed;
  if (!/^https?:\/\//i.test(text)) return { fault: 'noWeb' };
  if (!URL.canParse(text)) return { fault: 'noAddress' };
  const { username, password, port, hostname, search, hash } = new URL(text);
  if (username !== '' || password !== '') return { fault: 'login' };
  if (port === '0') return { fault: 'port' };
  if (search !== '' || hash !== '') return { fault: 'query' };
  if (!hostname.startsWith('[') && !NAME.test(hostname)) return { fault: 'noAddress' };
  return { url: text.replace(/\/$/, '') };
}

/** A host alone: its name, or its address in brackets or without them. */
export const isHost = (text: string): boolean => /^(?:[\w.-]+|\[[\da-f:.]+\]|[\da-f:.]+)$/i.test(text);

export function isPort(text: string): boolean {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port > 0 && port < 65_536;
}
