/** Sessions of the signed-in person, and their end. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { UserSession } from '../sessions.ts';

export const sessionsCalls = {
  listMySessions: route({
    method: 'GET',
    path: '/v2/users/me/sessions',
    tag: 'identity',
    permission: 'signedIn',
    summary:
      'Where the signed-in user is signed in: the session of the call, then the one used last; 100 at most',
    result: z.array(UserSession),
  }),
  endMySession: route({
    method: 'DELETE',
    path: '/v2/users/me/sessions/:session_id',
    tag: 'identity',
    permission: 'signedIn',
    summary: 'End a session of the signed-in user; its tokens are refused from then on',
    params: z.object({ session_id: z.string().max(100) }),
    result: z.object({}),
  }),
  endMyOtherSessions: route({
    method: 'DELETE',
    path: '/v2/users/me/sessions',
    tag: 'identity',
    permission: 'signedIn',
    summary: 'End every session of the signed-in user but that of the call',
    result: z.object({
      /** Sessions that were ended. */
      ended: z.number().int(),
    }),
  }),
} as const;
