/** Handlers of calls on feedback. */
import type { HandlersOf } from '../../http/call.ts';
import type { Settings } from '../../settings.ts';
import { giveFeedback, listFeedback } from './store.ts';

export const feedbackHandlers = ({
  supportEmail,
}: Pick<Settings, 'supportEmail'>): HandlersOf<'giveFeedback' | 'listFeedback'> => ({
  giveFeedback: async ({ actor, body, db, changed }) => {
    await giveFeedback(db, actor, body, supportEmail);
    // What was said stays out of the log, as the answers of the survey do.
    changed({ resource: `feedback/${actor.orgId}`, after: { category: body.category } });
    return {};
  },
  listFeedback: ({ actor, query, db }) => listFeedback(db, actor.orgId, query.before),
});
