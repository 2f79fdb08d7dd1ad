/** Entries of the audit log: each change and who made it. */
import { z } from 'zod';

/** Audited events beside the changes by calls, in words. */
export const OTHER_AUDITED = {
  signIn: 'Sign in',
  signOut: 'Sign out',
  signUp: 'Sign up',
  acceptInvitation: 'Accept an invitation',
  joinOrganization: 'Join an organisation by the issuer',
  setPassword: 'Set a password by a link',
  issueToken: 'Issue an access token at the terminal',
  provisionUser: 'Provision a person (SCIM)',
  changeProvisionedUser: 'Change a person (SCIM)',
  removeProvisionedUser: 'Remove a person (SCIM)',
  provisionGroup: 'Provision a group (SCIM)',
  changeProvisionedGroup: 'Change a group (SCIM)',
  removeProvisionedGroup: 'Remove a group (SCIM)',
  wakeWorkspace: 'Wake a workspace by a request',
  suspendWorkspace: 'Suspend a workspace that nothing used',
  suspendUnpaid: 'Suspend a workspace of an organisation whose credits are used up',
  runSchedule: 'Run a schedule',
  upgradeWorkspace: 'Upgrade a workspace in its window',
} as const;

/** The kinds of resources of entries, in words. */
export const AUDITED_KINDS = {
  workgroup: 'Workgroup',
  workspace: 'Workspace',
  database: 'Database',
  user: 'User',
  organization: 'Organization',
  job: 'Creation of an organization',
  survey: 'Survey',
  onboarding: 'To-do list',
  feedback: 'Feedback',
  support: 'Question to support',
  apiKey: 'API key',
  billing: 'Billing',
  scimGroup: 'Group of the directory',
  file: 'File',
  leftFiles: 'Files of a person',
  alertRule: 'Alert rule',
  schedule: 'Schedule',
  addon: 'Add-on',
  addonConfig: 'Setting of an add-on',
} as const;

export const AuditEntry = z
  .object({
    /** Increases with each entry. */
    id: z.string(),
    at: z.iso.datetime(),
    /** E-mail of a person, or the part of Acacia that acted by itself. */
    actor: z.string(),
    /** Account of the person; null where Acacia acted by itself, and in entries of earlier versions. */
    actor_id: z.string().nullable(),
    /** Name of the call, or of another action. */
    action: z.string(),
    /** Kind and id, e.g. `workspace/7b0…`. */
    resource: z.string(),
    /** Present name of the resource; null when it is gone or has none. */
    resource_name: z.string().nullable(),
    /** Workgroup that holds the resource, while it is there. */
    workgroup_id: z.string().nullable(),
    before: z.unknown(),
    after: z.unknown(),
    outcome: z.enum(['ok', 'failed']),
    message: z.string(),
    /** Address of the client; '' where Acacia acted by itself. */
    address: z.string(),
    user_agent: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

const instant = z.iso.datetime({ error: 'must be a time such as 2026-01-31T00:00:00Z' });
const LARGEST_ID = 2n ** 63n - 1n;

const filter = {
  /** E-mail or a part of it, ignoring case; or the id of an account. */
  actor: z.string().max(320).optional(),
  /** Name of one action. */
  action: z.string().max(100).optional(),
  outcome: z.enum(['ok', 'failed']).optional(),
  /** A kind, e.g. `workspace`, or one thing, e.g. `workspace/7b0…`. */
  resource: z.string().max(200).optional(),
  /** Entries at this time and later. */
  from: instant.optional(),
  /** Entries before this time. */
  to: instant.optional(),
  /** A text in the entry, ignoring case; its values before and after are searched too. */
  text: z.string().max(200).optional(),
};

export const AuditFilter = z.object(filter);
export type AuditFilter = z.infer<typeof AuditFilter>;

export const AUDIT_PAGE_SIZE = 50;

export const ListAuditEntries = z.object({
  ...filter,
  /** The last entry that is known: the answer goes on with older ones. */
  before: z
    .string()
    .regex(/^\d{1,19}$/, 'must be the id of an entry')
    .refine((id) => !/^\d{1,19}$/.test(id) || BigInt(id) <= LARGEST_ID, 'must be the id of an entry')
    .optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

export const AUDIT_FORMATS = ['csv', 'jsonl'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];
export const ExportAuditEntries = z.object({ ...filter, format: z.enum(AUDIT_FORMATS).default('csv') });
