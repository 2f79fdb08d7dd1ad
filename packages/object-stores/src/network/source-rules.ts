/** Places on the network in a setting: a host, an address or a range, each optionally with ports. */
import ipaddr from 'ipaddr.js';
import type { IpAddress } from './public-address.ts';

export interface SourceRule {
  /** A host by its name, in small letters, or a range: an address and how many of its bits count. */
  readonly place:
    | { readonly name: string; readonly range?: undefined }
    | { readonly name?: undefined; readonly range: readonly [IpAddress, number] };
  readonly firstPort: number;
  readonly lastPort: number;
}

/** Follows "The setting … ". */
export const SOURCE_RULES_FORM =
  'must be names, addresses or ranges, each with a port or ports where not all are meant, joined by commas, such as 10.0.0.0/8, files.internal:9000, [fd00::/8]:5432-5439';

const HIGHEST_PORT = 65_535;

function placeOf(host: string): SourceRule['place'] | undefined {
  const [address = '', bits, ...more] = host.split('/');
  // Shorter and octal forms of IPv4 are read differently by different programs.
  const exact = address.includes(':')
    ? ipaddr.IPv6.isValid(address) && !address.includes('%')
    : ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!exact) {
    // A name that ends in a number is an odd form of an address.
    return /^[a-z\d_](?:[a-z\d._-]*[a-z\d])?$/.test(host) && !/(?:^|\.)(?:\d+|0x[\da-f]*)$/.test(host)
      ? { name: host }
      : undefined;
  }
  const parsed = ipaddr.parse(address);
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  if (more.length > 0 || !/^\d{1,3}$/.test(bits ?? '0') || Number(bits ?? 0) > most) return undefined;
  // One address as it is judged: IPv4 in IPv6 is IPv4.
  const single = ipaddr.process(address);
  return {
    range: bits === undefined ? [single, single.kind() === 'ipv4' ? 32 : 128] : [parsed, Number(bits)],
  };
}

function ruleOf(text: string): SourceRule | undefined {
  const bare = ipaddr.IPv6.isValid(text.split('/', 1)[0] ?? '');
  const [, inBrackets, plain, first, last] =
    /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5})(?:-(\d{1,5}))?)?$/.exec(bare ? `[${text}]` : text) ?? [];
  const host = inBrackets ?? plain;
  const place = host === undefined ? undefined : placeOf(host.toLowerCase());
  const firstPort = Number(first ?? 1);
  const lastPort = Number(last ?? first ?? HIGHEST_PORT);
  if (place === undefined || firstPort < 1 || lastPort > HIGHEST_PORT || firstPort > lastPort)
    return undefined;
  return { place, firstPort, lastPort };
}

/** Undefined when one of the rules is not valid; see `SOURCE_RULES_FORM`. */
export function parseSourceRules(text: string): readonly SourceRule[] | undefined {
  const given = text.split(',').map((each) => each.trim());
  const rules = given.filter((each) => each !== '').map(ruleOf);
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

export const hasPort = ({ firstPort, lastPort }: SourceRule, port: number): boolean =>
  port >= firstPort && port <= lastPort;

/** Whether the place is the host by its name, or a range that contains the address. */
export function namesPlace({ place }: SourceRule, host: string, address: IpAddress): boolean {
  if (place.range === undefined) return place.name === host.toLowerCase();
  const [network, bits] = place.range;
  return network.kind() === address.kind() && address.match(network, bits);
}
