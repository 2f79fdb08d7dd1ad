/** Entries of the audit log: each change and who made it. */
import { z } from 'zod';

export const AuditEntry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z.string(),
    action: z.string(),
    resource: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    outcome: z.enum(['ok', 'failed']),
    message: z.string(),
    /** Address of the client; '' where Acacia acted by itself. */
    address: z.string(),
    user_agent: z.string(),
  })
  .meta({ id: 'AuditEntry' });
