/** The signed-in person and their organisation. */
import { z } from 'zod';
import { DashboardFlags, RoleGrant } from '../policy.ts';

/** Version of the terms that people accept; another one is to be accepted again. */
export const TERMS_VERSION = '1.0.1';

export const UserMetadata = z
  .object({
    accepted_tos: z.boolean(),
    accepted_toc_version: z.string().nullable(),
    last_visit_cloud: z.enum(['new', 'old']).nullable(),
  })
  .meta({ id: 'UserMetadata' });
export type UserMetadata = z.infer<typeof UserMetadata>;

export const User = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    /** The organisation that the token acts in; null for a person who has joined none. */
    org_id: z.string().nullable(),
    /** Roles in that organisation. */
    roles: z.array(RoleGrant),
    /** Whether that organisation wants a second factor, which the person has yet to set up: it answers nothing else. */
    lacks_second_factor: z.boolean(),
    /** Rights of the person as an operator of the installation. */
    permissions: DashboardFlags,
    metadata: UserMetadata,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const UserMetadataPatch = UserMetadata.partial()
  .extend({
    accepted_toc_version: z.string().max(20, 'must have at most 20 characters').nullable().optional(),
  })
  .strict();

/** `passwordFault` judges whether the new password may be chosen. */
export const PasswordChange = z
  .object({ current_password: z.string().max(4096), new_password: z.string().max(4096) })
  .strict();

export const Organization = z
  .object({
    org_id: z.string(),
    org_name: z.string(),
    org_display_name: z.string(),
    /** Path on the console's origin; null: there is no logo. */
    logo_url: z.string().nullable(),
    create_time: z.iso.datetime(),
    creator: z.string(),
    /** Whether the survey of the onboarding is answered. */
    marketing_done: z.boolean(),
    /** Whether its people need a second factor to work in it; API keys and its directory do not. */
    require_second_factor: z.boolean(),
    /** Address for questions to support. */
    support_email: z.string(),
  })
  .meta({ id: 'Organization' });
export type Organization = z.infer<typeof Organization>;

/** An organisation of the signed-in person. */
export const MyOrganization = Organization.extend({
  /** Whether the person worked in it last: a sign-in begins there. */
  last_login: z.boolean(),
}).meta({ id: 'MyOrganization' });
export type MyOrganization = z.infer<typeof MyOrganization>;

/** Parts that an operator may leave out. */
export const Feature = z.enum(['api-key']);
export type Feature = z.infer<typeof Feature>;

/** Settings that the console needs before sign-in. */
export const ClientConfig = z
  .object({
    /** OpenID Connect issuer. */
    issuer: z.string(),
    client_id: z.string(),
    /** Resource the access token is for; null where the issuer takes none. */
    audience: z.string().nullable(),
    scopes: z.string(),
    /** Client of the command line, for the device authorization grant (RFC 8628); null where the issuer has none. */
    device_client_id: z.string().nullable(),
    /** 'local': everything runs on this machine. */
    mode: z.enum(['local', 'managed']),
    app_version: z.string(),
    /** A chat with whoever supports the installation, shown in a frame; null: none. */
    chat_url: z.string().nullable(),
    /** Parts of the console that are turned on (specification part 3, section 6). */
    features: z.array(Feature),
  })
  .meta({ id: 'ClientConfig' });
export type ClientConfig = z.infer<typeof ClientConfig>;
