/**
 * The one way to connect to a host that a user names. The name is resolved, each address is judged, and the connection
 * is made to the judged address, so that a second resolution cannot lead elsewhere (DNS rebinding).
 */
import { lookup as systemLookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressOf, isOwnAddress, isPublicAddress, type IpAddress } from './public-address.ts';
import { hasPort, namesPlace, parseSourceRules, SOURCE_RULES_FORM, type SourceRule } from './source-rules.ts';

export interface JudgedAddress {
  readonly address: string;
  readonly family: number;
}

type Lookup = (host: string) => Promise<readonly JudgedAddress[]>;

export interface SourceNetworkOptions {
  /** Places allowed besides public addresses; see `SOURCE_RULES_FORM`. */
  readonly allowed?: string;
  /** Places refused even where they are allowed: servers of Acacia itself. */
  readonly refused?: string;
  /** For tests. */
  readonly lookup?: Lookup;
}

/** The address may not be reached, or the name is unknown; the error does not say which. */
export class NotReachable extends Error {}

export interface SourceNetwork {
  /** All addresses of a host, each of which may be connected to. @throws NotReachable when there is none */
  readonly addressesOf: (host: string, port: number) => Promise<readonly JudgedAddress[]>;
  /** False for an address that may not be connected to. True for a name: it is resolved and judged when it is used. */
  readonly mayBeReached: (host: string, port: number) => Promise<boolean>;
  /** Agents for HTTP clients: they connect only to judged addresses. */
  readonly agents: { readonly http: http.Agent; readonly https: https.Agent };
}

const lookupAll: Lookup = (host) => systemLookup(host, { all: true });

/** Limit of concurrent lookups. The system resolves names in the four threads that files need too. */
const LOOKUPS = 2;

/** As the lookup, but with a limit on concurrent lookups, however slow the name servers are. */
function inTurn(lookup: Lookup): Lookup {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (host) => {
    if (running === LOOKUPS) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await lookup(host);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** A host without the brackets of IPv6. */
const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Names that are loopback everywhere (RFC 6761, section 6.3). */
const LOOPBACK_NAME = /^(?:.*\.)?localhost\.?$/i;
const LOOPBACK = ['127.0.0.1', '::1'].flatMap((text) => addressOf(text) ?? []);

function rulesOf(text: string): readonly SourceRule[] {
  const rules = parseSourceRules(text);
  if (rules === undefined) throw new Error(`What sources may be read from ${SOURCE_RULES_FORM}.`);
  return rules;
}

/** @throws Error when a rule is not valid */
export function createSourceNetwork(options: SourceNetworkOptions = {}): SourceNetwork {
  const allowed = rulesOf(options.allowed ?? '');
  const refused = rulesOf(options.refused ?? '');
  const lookup = inTurn(options.lookup ?? lookupAll);

  const serversOf = async ({ place: { name, range } }: SourceRule): Promise<readonly IpAddress[]> => {
    if (range !== undefined) return [range[0]];
    const found = await lookup(name).catch(() => []);
    return found.flatMap(({ address }) => addressOf(address) ?? []);
  };

  const isRefused = async (host: string, address: IpAddress, port: number): Promise<boolean> => {
    for (const rule of refused.filter((each) => hasPort(each, port))) {
      if (namesPlace(rule, host, address)) return true;
      const servers = await serversOf(rule);
      if (servers.some((server) => server.toString() === address.toString())) return true;
      // A server on this machine may listen on each of its addresses.
      if (isOwnAddress(address) && servers.some(isOwnAddress)) return true;
    }
    return false;
  };

  const mayReach = async (host: string, address: IpAddress | undefined, port: number): Promise<boolean> =>
    address !== undefined &&
    (isPublicAddress(address) ||
      allowed.some((rule) => hasPort(rule, port) && namesPlace(rule, host, address))) &&
    !(await isRefused(host, address, port));

  const mayBeReached: SourceNetwork['mayBeReached'] = async (host, port) => {
    const name = bare(host);
    const given = addressOf(name);
    const known = given === undefined ? (LOOPBACK_NAME.test(name) ? LOOPBACK : []) : [given];
    for (const address of known) if (await mayReach(name, address, port)) return true;
    return known.length === 0;
  };

  const addressesOf: SourceNetwork['addressesOf'] = async (host, port) => {
    const name = bare(host);
    // Of a path the system's resolver would make nothing, of a NUL something else.
    const found = /^[\w.:%-]+$/.test(name) ? await lookup(name).catch(() => []) : [];
    if (found.length === 0) throw new NotReachable();
    for (const { address } of found) {
      if (!(await mayReach(name, addressOf(address), port))) throw new NotReachable();
    }
    return found;
  };

  const agents = { http: new JudgedHttp(addressesOf), https: new JudgedHttps(addressesOf) };
  return { addressesOf, mayBeReached, agents };
}

type AddressesOf = SourceNetwork['addressesOf'];
type Connected = (error: Error | null, stream: Duplex) => void;

/** A DNS lookup that returns the judged addresses for every name. */
const judgedLookup =
  (found: readonly JudgedAddress[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = found;
    if (all === true) done(null, [...found]);
    else done(null, first?.address ?? '', first?.family);
  };

/** Connects to the first judged address; `connect` receives the options of that connection. */
function connectJudged<Options extends http.ClientRequestArgs>(
  addressesOf: AddressesOf,
  options: Options,
  connected: Connected | undefined,
  connect: (judged: Options) => Duplex | null | undefined,
): undefined {
  const host = options.host ?? options.hostname ?? '';
  addressesOf(host, Number(options.port)).then(
    (found) => {
      const socket = connect({ ...options, lookup: judgedLookup(found) });
      if (socket !== null && socket !== undefined) connected?.(null, socket);
    },
    // There is no stream to give then.
    (error: unknown) => (connected as ((error: unknown) => void) | undefined)?.(error),
  );
}

class JudgedHttp extends http.Agent {
  readonly #addressesOf: AddressesOf;
  constructor(addressesOf: AddressesOf) {
    super({ keepAlive: false });
    this.#addressesOf = addressesOf;
  }
  override createConnection(options: http.ClientRequestArgs, connected?: Connected): undefined {
    return connectJudged(this.#addressesOf, options, connected, (judged) => super.createConnection(judged));
  }
}

class JudgedHttps extends https.Agent {
  readonly #addressesOf: AddressesOf;
  constructor(addressesOf: AddressesOf) {
    super({ keepAlive: false });
    this.#addressesOf = addressesOf;
  }
  override createConnection(options: https.RequestOptions, connected?: Connected): undefined {
    return connectJudged(this.#addressesOf, options, connected, (judged) => super.createConnection(judged));
  }
}
