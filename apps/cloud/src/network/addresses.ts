/** Addresses of clients and ranges of them, IPv4 and IPv6. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/**
 * An address in its normal form: IPv4 that comes in IPv6 as IPv4, and this machine's own IPv6 address as
 * its IPv4 one, for browsers take now the one, now the other for `localhost`.
 */
export function normalAddress(text: string): string {
  // A link-local address may name its interface.
  const bare = text.split('%', 1)[0] ?? '';
  if (!ipaddr.isValid(bare)) return text;
  const address = ipaddr.process(bare);
  return address.range() === 'loopback' && address.kind() === 'ipv6' ? '127.0.0.1' : address.toString();
}

/**
 * What one party may be thought to hold: an IPv4 address, and of IPv6 a /64, for everybody gets at least so many.
 * @param address of a connection, in any form
 */
export function networkOf(address: string): string {
  const normal = normalAddress(address);
  return normal.includes(':') ? (normalRange(`${normal}/64`) ?? normal) : normal;
}

/** Trusted hops that a setting names: addresses and ranges. @returns the one at fault */
export function untrustworthy(hops: readonly string[]): string | undefined {
  return hops.find((hop) => normalRange(hop) === undefined);
}

/**
 * Gives the address that a request comes from: its connection's, unless that is a trusted hop, whose
 * X-Forwarded-For is then believed, hop by hop.
 */
export function clientAddressOf(trustedHops: readonly string[]): (request: IncomingMessage) => string {
  const trusts = proxyAddr.compile([...trustedHops]);
  return (request) => normalAddress(proxyAddr(request, trusts));
}

/** A range in normal form, e.g. `192.0.2.0/24`; undefined when it is none. One address is a range too. */
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
 * @param address as `normalAddress` gives it
 * @param ranges as `normalRange` gives them
 */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  });
}
