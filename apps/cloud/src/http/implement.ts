/** The pipeline of every call of the contract: authenticates, authorises, parses, handles, audits, responds. */
import { Readable } from 'node:stream';
import {
  changesState,
  cloudApi,
  isOfPeople,
  isOperators,
  type CloudCall,
  type Route,
} from '@acacia/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { recordAudit } from '../audit/record.ts';
import { createRefusalAudit, type RefusalAudit } from '../audit/refusals.ts';
import { againAfterDeadlock, type Database, type Db } from '../database/database.ts';
import { credentialOf, type Authenticate } from '../identity/actor.ts';
import { clientOf } from '../identity/client.ts';
import { actorOf, demandStanding, holdPerson, type Person } from '../identity/person.ts';
import { normalAddress } from '../network/addresses.ts';
import { authorize, authorizeOperator, completePath, type PathIds } from '../policies/authorize.ts';
import type { GrantUses } from '../policies/grant-uses.ts';
import type { LimitPerson } from '../limits/rates.ts';
import type { Change, Download, Handlers } from './call.ts';
import { badField, invalidInput, problem, Problem } from '../errors/problem.ts';
import { createListWriter, isShared, sharedBody } from './shared.ts';

interface Pipeline {
  readonly db: Database['db'];
  readonly authenticate: Authenticate;
  readonly handlers: Handlers;
  /** @throws Problem when a person calls too often */
  readonly limit: LimitPerson;
  /** Called with the roles that allow a call. */
  readonly used: GrantUses['used'];
  /** Called with the resource of every mutation that was committed. */
  readonly committed: (resource: string) => Promise<void>;
}

/** A handler of any call, without its types. */
type AnyHandler = (call: {
  params: unknown;
  query: unknown;
  body: unknown;
  version: number;
  actor: Person | null;
  address: string;
  db: Db;
  changed: (change: Change) => void;
}) => Promise<unknown>;

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

/**
 * Validates a result by the contract.
 * @throws Error when it breaks the contract, so that the caller gets an internal error instead of a wrong result
 */
function checked(route: Route, result: unknown): unknown {
  const parsed = route.result.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new Error(`The answer of ${route.method} ${route.path} breaks the contract: ${parsed.error.message}`);
}

function sendFile(reply: FastifyReply, { type, name, text }: Download): FastifyReply {
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(text));
}

/**
 * The version in `If-Match`; 0 for a call that needs none.
 * @throws Problem when it is missing or no version
 */
function versionOf(route: Route, request: FastifyRequest): number {
  if (route.ifMatch !== true) return 0;
  const version = /^"(\d{1,9})"$/.exec(request.headers['if-match'] ?? '')?.[1];
  if (version === undefined) throw badField('If-Match', 'versionNeeded');
  return Number(version);
}

/** The tag of an answer that has a version; undefined for others. */
function tagOf(result: unknown): string | undefined {
  const version = (result as { readonly version?: unknown } | null)?.version;
  return typeof version === 'number' ? `"${version}"` : undefined;
}

/** The resource of a refused call, for the audit log: the last id of its path. */
function target(ids: PathIds): string {
  const [name, value] = Object.entries(ids).at(-1) ?? [];
  return name === undefined ? '' : `${name.replace(/^any_|_id$/g, '')}/${String(value)}`;
}

/** @param name the call's name, and its action in the audit log */
function implement(
  app: FastifyInstance,
  name: string,
  route: Route,
  pipeline: Pipeline,
  refusals: RefusalAudit,
): void {
  const handler = pipeline.handlers[name as keyof Handlers] as AnyHandler;
  const { db } = pipeline;
  const { permission } = route;

  const writeList = createListWriter((item) => {
    const [checkedItem] = checked(route, [item]) as unknown[];
    return checkedItem;
  });

  /** @throws Problem when the call needs a permission that the person does not have */
  const demandPermission = async (tx: Db, person: Person | null, ids: PathIds): Promise<void> => {
    if (permission === 'public' || permission === 'signedIn' || person === null) return;
    if (isOperators(permission)) return authorizeOperator(person, permission);
    const actor = actorOf(person);
    pipeline.used(actor.membershipId, await authorize(tx, actor, permission, ids));
  };

  /** @throws Problem when the call needs an organisation that the person does not have, or its second factor */
  const demandPlace = (person: Person): void => {
    if (permission !== 'public' && permission !== 'signedIn' && isOperators(permission))
      demandStanding(person);
    else actorOf(person);
  };

  const mutate = async (request: FastifyRequest, person: Person, ids: PathIds): Promise<unknown> => {
    const client = clientOf(request);
    const { orgId, userId: actorId, email } = person;
    // A test may mount calls that are not the contract's.
    const action = name as CloudCall;
    const record = { orgId, actorId, actor: email, action, requestId: request.id, ...client };
    const { address } = client;
    const said: Change[] = [];
    const changed = (change: Change) => void said.push(change);
    const act = async (tx: Db, actor: Person) => {
      await demandPermission(tx, actor, ids);
      const query = parse(route.query, request.query);
      const body = parse(route.body, request.body);
      const version = versionOf(route, request);
      const call = { params: ids, query, body, version, actor, address, db: tx, changed };
      const answer = await handler(call);
      const change = said.at(-1);
      if (change === undefined) throw new Error(`${name} has not said what it changed.`);
      const { quiet = false, orgId: of = record.orgId, ...values } = change;
      if (!quiet) await recordAudit(tx, { ...record, ...values, orgId: of, outcome: 'ok' });
      return checked(route, answer);
    };
    const transact = () =>
      db.transaction(async (tx) => {
        said.length = 0;
        return act(tx, await holdPerson(tx, person));
      });
    let result: unknown;
    try {
      result = await (route.waits === true ? act(db, person) : againAfterDeadlock(transact));
    } catch (error) {
      const message = error instanceof Problem ? error.message : 'Internal error';
      // Strangers must not be able to fill the log with refusals; a version that was too old is no refusal.
      const stale = error instanceof Problem && error.type === 'Precondition-Failed';
      if (person.orgId !== null && !stale)
        await refusals.record(db, { ...record, resource: target(ids), outcome: 'failed', message });
      throw error;
    }
    for (const { resource, quiet } of said) if (quiet !== true) await pipeline.committed(resource);
    return result;
  };

  const read = async (request: FastifyRequest, person: Person | null, ids: PathIds): Promise<unknown> => {
    await demandPermission(db, person, ids);
    const query = parse(route.query, request.query);
    const body = parse(route.body, request.body);
    const call = {
      params: ids,
      query,
      body,
      version: 0,
      actor: person,
      address: normalAddress(request.ip),
      db,
      changed: () => undefined,
    };
    const result = await handler(call);
    return isShared(result) || route.download !== undefined ? result : checked(route, result);
  };

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const person =
      permission === 'public'
        ? null
        : await pipeline.authenticate(credentialOf(request.headers), clientOf(request));
    request.user = person?.email ?? null;
    if (person !== null) {
      pipeline.limit(person.userId, route);
      if (person.kind === 'service' && isOfPeople(route)) throw problem('ofPeople');
      if (permission !== 'signedIn') demandPlace(person);
    }
    const ids = (parse(route.params, await completePath(db, request.params)) ?? {}) as PathIds;
    const mutates = changesState(route) && person !== null;
    const result = mutates ? await mutate(request, person, ids) : await read(request, person, ids);
    const envelope = { Error: false, Message: route.message ?? '', RequestID: request.id };
    reply.header('cache-control', 'no-store');
    if (route.download !== undefined) return sendFile(reply, result as Download);
    const tag = tagOf(result);
    if (tag !== undefined) reply.header('etag', tag);
    if (!isShared(result)) return reply.send({ ...envelope, Result: result });
    // The shared body has the request id of the first caller.
    const write = () => `${JSON.stringify(envelope).slice(0, -1)},"Result":${writeList(result)}}`;
    const body = await sharedBody(result, write);
    reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding');
    const compressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    return compressed ? reply.header('content-encoding', 'gzip').send(body.gzipped) : reply.send(body.plain);
  };

  for (const path of [route.path, ...(route.aliases ?? [])]) {
    const limit = route.bodyBytes === undefined ? {} : { bodyLimit: route.bodyBytes };
    app.route({ method: route.method, url: `/api${path}`, handler: serve, ...limit });
  }
}

/**
 * Mounts calls below `/api`, each with its handler of the same name.
 * @param calls those of the contract; the tests of the pipeline have calls of their own
 */
export function implementAll(
  app: FastifyInstance,
  pipeline: Pipeline,
  calls: Readonly<Record<string, Route>> = cloudApi,
): void {
  const refusals = createRefusalAudit();
  for (const [name, route] of Object.entries(calls)) implement(app, name, route, pipeline, refusals);
}
