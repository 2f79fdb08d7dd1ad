/** Founding an organisation, terms and survey (specification part 1, section 4; part 3, section 9). */
import { can, type RoleGrant } from '../policy.ts';
import { TERMS_VERSION, type UserMetadata } from './identity.ts';

/** Whether the person has accepted the terms in their present version. */
export const termsAccepted = (metadata: UserMetadata): boolean =>
  metadata.accepted_tos && metadata.accepted_toc_version === TERMS_VERSION;

/** Whether the person has accepted an earlier version of the terms. */
export const termsOutdated = (metadata: UserMetadata): boolean =>
  metadata.accepted_tos && metadata.accepted_toc_version !== TERMS_VERSION;

interface Standing {
  readonly metadata: UserMetadata;
  readonly roles: readonly RoleGrant[];
  readonly marketingDone: boolean;
  /** Whether the task to create a workspace is completed: the organisation has one. */
  readonly hasWorkspace: boolean;
}

/** Whether the person is to be led to the creation of a first workspace (specification part 1, section 4.2). */
export const needsWorkspace = ({ metadata, roles, marketingDone, hasWorkspace }: Standing): boolean =>
  termsAccepted(metadata) && marketingDone && can(roles, 'workgroup.create') && !hasWorkspace;
