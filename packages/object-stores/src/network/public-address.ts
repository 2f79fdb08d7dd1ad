/**
 * Tells public addresses of the network from internal ones, so that an address that a user names reaches no internal
 * server.
 */
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** Public by its number, but answered by the machine that hosts this one (Azure's "WireServer"). */
const HOSTS_OWN = ['168.63.129.16'];

/** Global unicast (RFC 4291, section 2.4); all else is reserved, local or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** IPv6 networks reach IPv4 by it (NAT64, RFC 6052); the last four bytes are the IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** IPv4 that stands in IPv6 (mapped, NAT64) as IPv4. Undefined for a text that is no address. */
export function addressOf(text: string): IpAddress | undefined {
  const [bare = ''] = text.split('%', 1);
  if (!ipaddr.isValid(bare)) return undefined;
  const address = ipaddr.process(bare);
  if (address.kind() === 'ipv6' && address.match(NAT64))
    return new ipaddr.IPv4(address.toByteArray().slice(12));
  return address;
}

/** Whether the address is one of this machine: its loopback, "any", or one of its interfaces. */
export const isOwnAddress = (address: IpAddress): boolean =>
  ['loopback', 'unspecified'].includes(address.range()) ||
  Object.values(networkInterfaces()).some((found) =>
    found?.some((each) => addressOf(each.address)?.toNormalizedString() === address.toNormalizedString()),
  );

/**
 * Whether the address is public by IANA's registries of special addresses; never true for an address of this machine.
 */
export const isPublicAddress = (address: IpAddress): boolean =>
  address.range() === 'unicast' &&
  (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)) &&
  !HOSTS_OWN.includes(address.toString()) &&
  !isOwnAddress(address);
