/** The allow-list of a workgroup (specification part 2, sections 3, 5, 8; cloud product, allow_list). */
import { z } from 'zod';

const required = z.string({ error: 'required' }).trim().min(1, 'required');

export const AllowedIpInput = z
  .object({
    /** A range of IPv4 or IPv6 addresses, or one address. */
    cidr: required,
    note: required.max(200),
    /** The caller knows that it shuts themselves out. */
    accept_lockout: z.boolean().default(false),
  })
  .strict()
  .meta({ id: 'AllowedIpInput' });

export const AllowedIp = z
  .object({
    id: z.string(),
    cidr: z.string(),
    note: z.string(),
    created_at: z.iso.datetime(),
    creator: z.string(),
  })
  .meta({ id: 'AllowedIp' });
export type AllowedIp = z.infer<typeof AllowedIp>;

export const LockoutChoice = z.object({ accept_lockout: z.boolean().default(false) }).strict();

export const blockedFromWorkspace = (ip: string): string =>
  `Your IP ${ip} is not allowed to access this workspace`;
export const blockedFromGroup = (ip: string): string =>
  `Your IP ${ip} is not allowed to access workspace data in the group.`;
