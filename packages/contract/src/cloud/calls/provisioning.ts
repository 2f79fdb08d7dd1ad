/** Provisioning by a directory. SCIM itself is not here: its shapes are those of RFC 7644. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { ProvisionedGroup, Provisioning, ProvisioningToken, SetGroupRole } from '../provisioning.ts';
import { Nothing } from './parameters.ts';

export const provisioningCalls = {
  getProvisioning: route({
    method: 'GET',
    path: '/provisioning',
    tag: 'users',
    permission: 'provisioning.manage',
    summary: 'Whether a directory provisions the people of the organisation, and the roles of its groups',
    result: Provisioning,
  }),
  createProvisioningToken: route({
    method: 'POST',
    path: '/provisioning/token',
    tag: 'users',
    permission: 'provisioning.manage',
    people: true,
    summary: 'A token for the directory; the one before is good no longer',
    result: ProvisioningToken,
  }),
  deleteProvisioningToken: route({
    method: 'DELETE',
    path: '/provisioning/token',
    tag: 'users',
    permission: 'provisioning.manage',
    people: true,
    summary: 'Let no directory call; people, groups and roles stay',
    result: Nothing,
  }),
  setGroupRole: route({
    method: 'PUT',
    path: '/provisioning/groups/:group_id/role',
    tag: 'users',
    permission: 'provisioning.manage',
    summary: 'The role that the members of a group of the directory have by it',
    params: z.object({ group_id: z.string() }),
    body: SetGroupRole,
    result: ProvisionedGroup,
  }),
} as const;
