/** Provisioning of an organisation's people by its directory over SCIM 2.0, as its admins set it up. */
import { z } from 'zod';
import { grantOfPath } from './users.ts';

/** Limits of one organisation, and of a request of its directory. */
export const SCIM_LIMITS = {
  groups: 500,
  /** Members of all groups together. */
  members: 50_000,
  /** Resources of one page. */
  page: 200,
  operations: 1000,
} as const;

/** Whether a path is that of a role at a place where it can be held. */
function isRolePath(path: string): boolean {
  const grant = grantOfPath(path);
  if (grant === null) return false;
  const { name, workgroup_id, workspace_id } = grant;
  if (name === 'workgroup-admins') return workgroup_id !== null && workspace_id === null;
  return name.startsWith('workspace-') ? workspace_id !== null : workgroup_id === null;
}

const RolePath = z
  .string()
  .max(200)
  .refine(
    isRolePath,
    "must be the path of a role, such as '/super-admins' or '/{workgroup}/workgroup-admins'",
  );

/** A group of the directory. */
export const ProvisionedGroup = z
  .object({
    group_id: z.string(),
    name: z.string(),
    members: z.int(),
    /** The role that its members have by it, as a path of `GET /users`; null: none. */
    role: z.string().nullable(),
  })
  .meta({ id: 'ProvisionedGroup' });
export type ProvisionedGroup = z.infer<typeof ProvisionedGroup>;

export const Provisioning = z
  .object({
    /** Base address for the directory. */
    url: z.string(),
    /** Null: no directory can call. */
    token: z
      .object({
        creator: z.string(),
        create_time: z.iso.datetime(),
        last_used_time: z.iso.datetime().nullable(),
      })
      .nullable(),
    groups: z.array(ProvisionedGroup),
  })
  .meta({ id: 'Provisioning' });
export type Provisioning = z.infer<typeof Provisioning>;

/** The token, which is shown this once. */
export const ProvisioningToken = z.object({ token: z.string() }).meta({ id: 'ProvisioningToken' });

export const SetGroupRole = z.object({ role: RolePath.nullable() }).strict();
