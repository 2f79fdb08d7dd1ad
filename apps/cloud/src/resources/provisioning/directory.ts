/** The directory that calls: its token, its rate, and its changes with their rows in the audit log. */
import type { FastifyRequest } from 'fastify';
import { recordAudit } from '../../audit/record.ts';
import { againAfterDeadlock, type Database, type Db } from '../../database/database.ts';
import { problem, Problem } from '../../errors/problem.ts';
import { clientOf } from '../../identity/client.ts';
import { createBuckets } from '../../limits/buckets.ts';
import { demandAdmin, lockOrganisation } from '../users/people.ts';
import { ScimFault } from './fault.ts';
import { organisationOfToken } from './token.ts';
import type { Organisation } from './user-changes.ts';

/** Requests of one organisation's directory, counted in reads. */
const OF_DIRECTORY = { burst: 4000, perSecond: 100 };
/** Cost of each kind of request, in reads. */
export const COST = { read: 1, change: 2, membersOfMany: 20 };

/** A change and its row in the audit log. */
interface Change {
  readonly action:
    | 'provisionUser'
    | 'changeProvisionedUser'
    | 'removeProvisionedUser'
    | 'provisionGroup'
    | 'changeProvisionedGroup'
    | 'removeProvisionedGroup';
  readonly act: (tx: Db, organisation: Organisation) => Promise<Changed>;
}
interface Changed {
  /** Kind and id, for the audit log. */
  readonly resource: string;
  readonly before?: object;
  readonly after?: object;
}

export interface Directory {
  /** @throws Problem when the directory calls too often */
  readonly count: (orgId: string, cost: number) => void;
  /** Finds the organisation of the request's token. @throws Problem when the token is not good, or calls too often */
  readonly authenticate: (request: FastifyRequest) => Promise<void>;
  /** The organisation of an authenticated request. */
  readonly organisationOf: (request: FastifyRequest) => string;
  /** Makes a change in one transaction with its audit row. @returns the organisation's id */
  readonly change: (request: FastifyRequest, change: Change) => Promise<string>;
}

const ACTOR = 'Directory (SCIM)';
const BEARER = /^Bearer +(\S+)$/i;

/** @param committed called with the resource of every change that was committed */
export function createDirectory(
  db: Database['db'],
  committed: (resource: string) => Promise<void>,
): Directory {
  const buckets = createBuckets(OF_DIRECTORY);
  /** The organisation of each request. */
  const callers = new WeakMap<FastifyRequest, string>();

  function count(orgId: string, cost: number): void {
    const seconds = buckets.take(orgId, cost);
    if (seconds > 0) throw problem('tooManyRequests', { wait: `${seconds} s` }).after(seconds);
  }

  async function authenticate(request: FastifyRequest): Promise<void> {
    const [, token = ''] = BEARER.exec(request.headers.authorization ?? '') ?? [];
    const orgId = await organisationOfToken(db, token);
    if (orgId === undefined) throw problem('scimTokenNotValid');
    request.user = ACTOR;
    count(orgId, request.method === 'GET' ? COST.read : COST.change);
    callers.set(request, orgId);
  }

  function organisationOf(request: FastifyRequest): string {
    const orgId = callers.get(request);
    if (orgId === undefined) throw new Error('The request has not been authenticated.');
    return orgId;
  }

  async function change(request: FastifyRequest, { action, act }: Change): Promise<string> {
    const orgId = organisationOf(request);
    const record = { orgId, actor: ACTOR, action, requestId: request.id, ...clientOf(request) };
    let resource: string;
    try {
      ({ resource } = await againAfterDeadlock(() =>
        db.transaction(async (tx) => {
          const organisation = await lockOrganisation(tx, orgId);
          const changed = await act(tx, organisation);
          await demandAdmin(tx, orgId);
          await recordAudit(tx, { ...record, ...changed, outcome: 'ok' });
          return changed;
        }),
      ));
    } catch (error) {
      const message =
        error instanceof Problem || error instanceof ScimFault ? error.message : 'Internal error';
      await recordAudit(db, { ...record, resource: '', outcome: 'failed', message });
      throw error;
    }
    await committed(resource.startsWith('user/') ? resource : `organization/${orgId}`);
    return orgId;
  }

  return { count, authenticate, organisationOf, change };
}
