/** Contact with whoever supports the installation, and its status. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { SystemStatus } from '../status.ts';
import { SupportRequest } from '../support.ts';

export const supportCalls = {
  contactSupport: route({
    method: 'POST',
    path: '/v2/support-requests',
    tag: 'identity',
    permission: 'support.contact',
    people: true,
    summary: 'Ask whoever supports this installation; the answer comes by mail',
    body: SupportRequest,
    /** `mailed`: whether there is a mail server; else the message is a file. */
    result: z.object({ mailed: z.boolean() }),
  }),
  getSystemStatus: route({
    method: 'GET',
    path: '/v2/status',
    tag: 'config',
    permission: 'public',
    summary: 'Whether the parts of this installation work',
    result: SystemStatus,
  }),
} as const;
