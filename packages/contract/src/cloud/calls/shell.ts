/** Calls that every page of the console makes, and its home page. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { Addon } from '../addons.ts';
import {
  ClientConfig,
  MyOrganization,
  Organization,
  PasswordChange,
  User,
  UserMetadataPatch,
} from '../identity.ts';
import { OnboardingTask } from '../onboarding-tasks.ts';
import { Workgroup } from '../resources.ts';

export const shellCalls = {
  getClientConfig: route({
    method: 'GET',
    path: '/config/client',
    tag: 'config',
    permission: 'public',
    summary: 'What the console needs before sign-in',
    result: ClientConfig,
  }),
  getMe: route({
    method: 'GET',
    path: '/users/me',
    tag: 'identity',
    permission: 'signedIn',
    summary: 'The signed-in user',
    result: User,
  }),
  updateMyMetadata: route({
    method: 'PATCH',
    path: '/users/me/metadata',
    tag: 'identity',
    permission: 'signedIn',
    summary: 'Change what is remembered about the signed-in user',
    body: UserMetadataPatch,
    result: z.object({ user_metadata: UserMetadataPatch }),
  }),
  changeMyPassword: route({
    method: 'POST',
    path: '/users/me/password',
    tag: 'identity',
    permission: 'signedIn',
    summary: 'Choose another password; every other session of the signed-in user ends',
    body: PasswordChange,
    waits: true,
    heavy: true,
    result: z.object({}),
  }),
  listMyOrganizations: route({
    method: 'GET',
    path: '/users/me/orgs',
    tag: 'identity',
    permission: 'signedIn',
    summary: 'The organisations that the signed-in user has joined, by name',
    query: z.object({
      /** Id of a workgroup or workspace: the one organisation that it belongs to, if it is one of theirs. */
      holds: z.string().max(100).optional(),
    }),
    result: z.array(MyOrganization),
  }),
  getMyOrganization: route({
    method: 'GET',
    path: '/orgs/self',
    aliases: ['/v2/org/self'],
    tag: 'identity',
    permission: 'org.read',
    summary: 'The organisation of the signed-in user',
    result: Organization,
  }),
  listWorkgroups: route({
    method: 'GET',
    path: '/v2/workgroups',
    tag: 'workgroups',
    permission: 'workgroup.list',
    summary: 'Workgroups that the caller can see, with databases and workspaces',
    result: z.array(Workgroup),
  }),
  listOnboardingTasks: route({
    method: 'GET',
    path: '/v2/onboarding-tasks',
    tag: 'identity',
    permission: 'onboarding.read',
    changes: true,
    summary: 'List the tasks of the to-do list, completing those that are done',
    result: z.array(OnboardingTask),
  }),
  listAddons: route({
    method: 'GET',
    path: '/v2/addons',
    tag: 'add-ons',
    permission: 'addon.read',
    summary: 'Add-ons, and which of them the organisation has',
    result: z.array(Addon),
  }),
} as const;
