/**
 * The one way from a text of a user to a connection: the name is resolved, each address is judged, and the
 * connection is made to what was judged, so that a name cannot mean something else a moment later.
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
  /** What may be reached besides public addresses; see `SOURCE_RULES_FORM`. */
  readonly allowed?: string;
  /** What may not be reached, whatever is allowed: servers of Acacia itself. */
  readonly refused?: string;
  /** For tests. */
  readonly lookup?: Lookup;
}

/** The address is none that may be reached, or the name is not known: which of them is not told. */
export class NotReachable extends Error {}

export interface SourceNetwork {
  /** All addresses of a host, each of which may be connected to. @throws NotReachable */
  readonly addressesOf: (host: string, port: number) => Promise<readonly JudgedAddress[]>;
  /** For clients of HTTP: every connection of theirs is to a judged address. */
  readonly agents: { readonly http: http.Agent; readonly https: https.Agent };
}

const lookupAll: Lookup = (host) => systemLookup(host, { all: true });

/** Names that are resolved at one time. The system does it in threads that files wait for too, of which there are four. */
const LOOKUPS = 2;

/** As the lookup, but no more than a few at one time, however slow the servers of the names are. */
const inTurn = (lookup: Lookup): Lookup => {
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
};

const rulesOf = (text: string): readonly SourceRule[] => {
  const rules = parseSourceRules(text);
  if (rules === undefined) throw new Error(`What sources may be read from ${SOURCE_RULES_FORM}.`);
  return rules;
};

/** @throws Error when a rule is none */
export const createSourceNetwork = (options: SourceNetworkOptions = {}): SourceNetwork => {
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
      // Whoever listens on this machine may do so at each of its addresses.
      if (isOwnAddress(address) && servers.some(isOwnAddress)) return true;
    }
    return false;
  };

  const mayReach = async (host: string, address: IpAddress | undefined, port: number): Promise<boolean> =>
    address !== undefined &&
    (isPublicAddress(address) ||
      allowed.some((rule) => hasPort(rule, port) && namesPlace(rule, host, address))) &&
    !(await isRefused(host, address, port));

  const addressesOf: SourceNetwork['addressesOf'] = async (host, port) => {
    const name = host.replace(/^\[(.*)\]$/, '$1');
    // Of a path the system's resolver would make nothing, of a NUL something else.
    const found = /^[\w.:%-]+$/.test(name) ? await lookup(name).catch(() => []) : [];
    if (found.length === 0) throw new NotReachable();
    for (const { address } of found) {
      if (!(await mayReach(name, addressOf(address), port))) throw new NotReachable();
    }
    return found;
  };

  return { addressesOf, agents: { http: new JudgedHttp(addressesOf), https: new JudgedHttps(addressesOf) } };
};

type AddressesOf = SourceNetwork['addressesOf'];
type Connected = (error: Error | null, stream: Duplex) => void;

/** Gives what was judged, whatever is asked. */
const judgedLookup =
  (found: readonly JudgedAddress[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = found;
    if (all === true) done(null, [...found]);
    else done(null, first?.address ?? '', first?.family);
  };

/** `connect` gets the options of a connection to what was judged. */
const connectJudged = <Options extends http.ClientRequestArgs>(
  addressesOf: AddressesOf,
  options: Options,
  connected: Connected | undefined,
  connect: (judged: Options) => Duplex | null | undefined,
): undefined => {
  const host = options.host ?? options.hostname ?? '';
  addressesOf(host, Number(options.port)).then(
    (found) => {
      const socket = connect({ ...options, lookup: judgedLookup(found) });
      if (socket !== null && socket !== undefined) connected?.(null, socket);
    },
    // There is no stream to give then.
    (error: unknown) => (connected as ((error: unknown) => void) | undefined)?.(error),
  );
};

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
