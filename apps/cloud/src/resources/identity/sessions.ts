/** Handlers of calls on the sessions of the signed-in person. */
import type { UserSession } from '@acacia/contract';
import type { HandlersOf } from '../../http/call.ts';
import { notFound } from '../../errors/problem.ts';
import { agentInWords } from '../../identity/agent-words.ts';
import { endSession, endSessions, sessionsOf } from '../../identity/sessions.ts';

export const sessionHandlers: HandlersOf<'listMySessions' | 'endMySession' | 'endMyOtherSessions'> = {
  listMySessions: async ({ actor, db }) =>
    (await sessionsOf(db, actor.userId)).map(
      ({ sid, client, agent, address, createdAt, lastSeenAt }): UserSession => ({
        session_id: sid,
        is_current: sid === actor.sid,
        agent: agentInWords(client, agent),
        address,
        create_time: createdAt.toISOString(),
        last_seen_time: lastSeenAt.toISOString(),
      }),
    ),

  endMySession: async ({ params, actor, db, changed }) => {
    if (!(await endSession(db, params.session_id, actor.userId))) throw notFound('session');
    changed({ resource: `user/${actor.userId}`, before: { session_id: params.session_id } });
    return {};
  },

  endMyOtherSessions: async ({ actor, db, changed }) => {
    const ended = await endSessions(db, actor.userId, actor.sid);
    changed({ resource: `user/${actor.userId}`, after: { ended } });
    return { ended };
  },
};
