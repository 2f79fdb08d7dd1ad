/** The organisation in which a person begins to work after signing in (specification part 1, section 4.1). */
import { t } from '@acacia/texts';
import { CloudError } from '@acacia/api-client';
import type { User } from '@acacia/contract';
import { pause } from '../services/pause.ts';
import type { Services } from '../services/services.ts';
import { markVisit, meQuery } from './me.ts';

/** Milliseconds between two looks at the job that makes an organisation. */
const LOOK_MS = 500;

/** A person has no organisation, and none could be made; the message says why. */
export class OrganizationFailure extends Error {
  /** Whether the person may found none, so that trying again is in vain until they are invited. */
  readonly refused: boolean;
  constructor(message: string, refused: boolean) {
    super(message);
    this.refused = refused;
  }
}

/** The organisation of the person's list that they worked in last, or else the first one; undefined: the list is empty. */
async function oneOfList({ cloud }: Services, signal: AbortSignal): Promise<string | undefined> {
  const theirs = await cloud.listMyOrganizations({ query: {}, signal });
  return (theirs.find(({ last_login }) => last_login) ?? theirs[0])?.org_id;
}

/** Resolves with the organisation that the job has made. @throws OrganizationFailure when the job has failed */
async function made({ cloud }: Services, job_id: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    const { job_status, org_id, detail } = await cloud.getJob({ params: { job_id }, signal });
    if (job_status === 'SUCCESS' && org_id !== null) return org_id;
    if (job_status === 'FAILURE') {
      // The specification's log of the failure (part 1, section 4.1).
      // eslint-disable-next-line no-console
      console.error(t`The organization could not be created: ${detail}`);
      throw new OrganizationFailure(detail, false);
    }
    await pause(LOOK_MS, signal);
    signal.throwIfAborted();
  }
}

/** Founds an organisation. @throws OrganizationFailure when that is refused or fails */
async function foundOne(services: Services, signal: AbortSignal): Promise<string> {
  try {
    const { job_id } = await services.cloud.createMyOrganization({ signal });
    return await made(services, job_id, signal);
  } catch (error) {
    const status = error instanceof CloudError ? error.status : undefined;
    // Another tab has founded one meanwhile.
    const theirs = status === 409 ? await oneOfList(services, signal) : undefined;
    if (theirs !== undefined) return theirs;
    throw status === 403 && error instanceof CloudError
      ? new OrganizationFailure(error.message, true)
      : error;
  }
}

/**
 * Resolves with the person once they work in an organisation. The cloud gives the one that they worked in last; whoever
 * has none gets one of their list or else founds one, in which the console is opened anew at `address`.
 */
export async function personAtWork(services: Services, address: string, signal: AbortSignal): Promise<User> {
  const me = await services.queryClient.ensureQueryData(meQuery(services));
  if (me.metadata.last_visit_cloud !== 'new') markVisit(services, me);
  if (me.org_id !== null) return me;
  const orgId = (await oneOfList(services, signal)) ?? (await foundOne(services, signal));
  await services.session.enterOrganization(orgId, address);
  // The browser is leaving: nothing is to be drawn meanwhile.
  return new Promise(() => undefined);
}

/** Opens the console anew within an organisation that an address names, unless it is open or not the person's. */
export async function workWithin(
  services: Services,
  orgId: string | undefined,
  address: string,
): Promise<void> {
  const { queryClient, cloud, session } = services;
  if (orgId === undefined) return;
  const me = await queryClient.ensureQueryData(meQuery(services));
  if (orgId === me.org_id) return;
  const theirs = await cloud.listMyOrganizations({ query: {} });
  if (!theirs.some(({ org_id }) => org_id === orgId)) return;
  await session.enterOrganization(orgId, address);
  await new Promise(() => undefined);
}
