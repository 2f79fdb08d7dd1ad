/** Addresses of clients and ranges of them, IPv4 and IPv6. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/**
 * An address in normal form: IPv4-mapped IPv6 as IPv4, and the IPv6 loopback address as 127.0.0.1, because browsers use
 * either for `localhost`. Other text is returned unchanged.
 */
export function normalAddress(text: string): string {
  // A link-local address may name its interface.
  const bare = text.split('%', 1)[0] ?? '';
  if (!ipaddr.isValid(bare)) return text;
  const address = ipaddr.process(bare);
  return address.range() === 'loopback' && address.kind() === 'ipv6' ? '127.0.0.1' : address.toString();
}

/**
 * The network to which limits apply: the address itself for IPv4, its /64 for IPv6, the least that anybody gets.
 * @param address of a connection, in any form
 */
export function networkOf(address: string): string {
  const normal = normalAddress(address);
  return normal.includes(':') ? (normalRange(`${normal}/64`) ?? normal) : normal;
}

/** Checks the trusted hops of a setting. @returns the first that is neither an address nor a range; undefined: none */
export function untrustworthy(hops: readonly string[]): string | undefined {
  return hops.find((hop) => normalRange(hop) === undefined);
}

/**
 * Makes the function that finds a request's client address: its connection's, unless that is a trusted hop, whose
 * X-Forwarded-For is then trusted, hop by hop.
 */
export function clientAddressOf(trustedHops: readonly string[]): (request: IncomingMessage) => string {
  const trusts = proxyAddr.compile([...trustedHops]);
  return (request) => normalAddress(proxyAddr(request, trusts));
}

/** A range in normal form, e.g. `192.0.2.0/24`; undefined when the text is none. A single address is a range too. */
export function normalRange(text: string): string | undefined {
  const [addressText = '', bitsText, ...rest] = text.trim().split('/');
  // Shorter and octal forms of IPv4 are read differently by different programs.
  const exact = addressText.includes(':')
    ? ipaddr.IPv6.isValid(addressText)
    : ipaddr.IPv4.isValidFourPartDecimal(addressText);
  if (!exact || rest.length > 0 || addressText.includes('%')) return undefined;
  if (bitsText === undefined) {
    const address = ipaddr.parse(normalAddress(addressText));
    return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`;
  }
  const parsed = ipaddr.parse(addressText);
  const bits = Number(bitsText);
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  if (!/^\d{1,3}$/.test(bitsText) || bits > most) return undefined;
  const cidr = `${parsed.toString()}/${bits}`;
  const network =
    parsed.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${bits}`;
}

/**
 * Whether an address lies in one of the ranges.
 * @param address normalised by `normalAddress`
 * @param ranges normalised by `normalRange`
 */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  });
}
