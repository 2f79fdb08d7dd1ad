/** Contact with whoever supports the installation, and its status. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { SystemStatus } from '../status.ts';
import { SUPPORT_TEXTS, SupportRequest } from '../support.ts';

export const supportCalls = {
  contactSupport: route({
    method: 'POST',
    path: '/v2/support-requests',
    tag: 'identity',
    permission: 'support.contact',
    people: true,
    message: SUPPORT_TEXTS.sent,
    summary: 'Ask whoever supports this installation; the answer comes by mail',
    body: SupportRequest,
    result: z.object({}),
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
