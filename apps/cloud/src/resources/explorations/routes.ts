/** Handlers of calls on saved explorations. The audit log gets names, versions and counts, never vertices. */
import { ExplorationStyles, type ExplorationDocument } from '@acacia/contract';
import { and, eq } from 'drizzle-orm';
import { explorationStyles } from '../../database/exploration-tables.ts';
import type { z } from 'zod';
import type { HandlersOf } from '../../http/call.ts';
import type { Actor } from '../../identity/person.ts';
import { heldExploration } from './rights.ts';
import {
  addComment,
  createExploration,
  deleteComment,
  deleteExploration,
  renameExploration,
  saveExploration,
  saveStyles,
  shareWithAll,
  shareWithPerson,
} from './service.ts';
import { commentsOn, entryOf, listExplorations, sharesOf } from './store.ts';

type Calls =
  | 'listExplorations'
  | 'createExploration'
  | 'getExploration'
  | 'saveExploration'
  | 'renameExploration'
  | 'deleteExploration'
  | 'listExplorationShares'
  | 'shareExploration'
  | 'listExplorationComments'
  | 'addExplorationComment'
  | 'deleteExplorationComment'
  | 'getExplorationStyles'
  | 'saveExplorationStyles';

const resource = ({ exploration_id }: { readonly exploration_id: string }) => `exploration/${exploration_id}`;

const ownStyles = (actor: Actor, { workspace_id, graph }: { workspace_id: string; graph: string }) =>
  and(
    eq(explorationStyles.membershipId, actor.membershipId),
    eq(explorationStyles.workspaceId, workspace_id),
    eq(explorationStyles.graph, graph),
  );

export const explorationHandlers: HandlersOf<Calls> = {
  listExplorations: ({ params, actor, db }) => listExplorations(db, actor, params),

  createExploration: async ({ params, body, actor, db, changed }) => {
    const { id, name, graph, vertices, edges } = await createExploration(db, actor, params, body);
    changed({ resource: resource({ exploration_id: id }), after: { name, graph, vertices, edges } });
    return entryOf(db, actor, params, id);
  },

  getExploration: async ({ params, actor, db }) => {
    const { row } = await heldExploration(db, actor, params, params.exploration_id, 'view');
    const entry = await entryOf(db, actor, params, row.id);
    // Checked once, with the answer: a large one takes a second, in which nobody else is answered.
    const document = JSON.parse(row.document) as z.input<typeof ExplorationDocument>;
    return { ...entry, version: row.version, document };
  },

  saveExploration: async ({ params, body, version, actor, db, changed }) => {
    const id = params.exploration_id;
    const { before, after } = await saveExploration(db, actor, params, id, version, body.document);
    changed({
      resource: resource(params),
      before: { version: before },
      after: { version: after },
      ...(before === after ? { quiet: true } : {}),
    });
    return entryOf(db, actor, params, id);
  },

  renameExploration: async ({ params, body, actor, db, changed }) => {
    const before = await renameExploration(db, actor, params, params.exploration_id, body.name);
    changed({ resource: resource(params), before: { name: before }, after: { name: body.name } });
    return entryOf(db, actor, params, params.exploration_id);
  },

  deleteExploration: async ({ params, actor, db, changed }) => {
    const { name, graph } = await deleteExploration(db, actor, params, params.exploration_id);
    changed({ resource: resource(params), before: { name, graph } });
    return {};
  },

  listExplorationShares: async ({ params, actor, db }) => {
    const { row } = await heldExploration(db, actor, params, params.exploration_id, 'owner');
    return sharesOf(db, actor.orgId, row);
  },

  shareExploration: async ({ params, body, actor, db, changed }) => {
    const { type, target, permission } = body;
    const id = params.exploration_id;
    if (type === 'org') {
      const before = await shareWithAll(db, actor, params, id, permission);
      changed({
        resource: resource(params),
        before: { everybody: before },
        after: { everybody: permission },
      });
    } else {
      const { email, before } = await shareWithPerson(db, actor, params, id, target, permission);
      changed({ resource: resource(params), before: { [email]: before }, after: { [email]: permission } });
    }
    return {};
  },

  listExplorationComments: async ({ params, actor, db }) => {
    await heldExploration(db, actor, params, params.exploration_id, 'view');
    return commentsOn(db, params.exploration_id);
  },

  addExplorationComment: async ({ params, body, actor, db, changed }) => {
    const id = await addComment(db, actor, params, params.exploration_id, body);
    changed({ resource: resource(params), after: { comment: id } });
    const comment = (await commentsOn(db, params.exploration_id)).find(({ comment_id }) => comment_id === id);
    if (comment === undefined) throw new Error('The comment is gone within its transaction.');
    return comment;
  },

  deleteExplorationComment: async ({ params, actor, db, changed }) => {
    await deleteComment(db, actor, params, params.exploration_id, params.comment_id);
    changed({ resource: resource(params), before: { comment: params.comment_id } });
    return {};
  },

  getExplorationStyles: async ({ params, actor, db }) => {
    const [found] = await db.select().from(explorationStyles).where(ownStyles(actor, params));
    // Styles of another Acacia that this one cannot read are as none.
    return found === undefined ? null : (ExplorationStyles.safeParse(JSON.parse(found.styles)).data ?? null);
  },

  saveExplorationStyles: async ({ params, body, actor, db, changed }) => {
    const { workspace_id, graph } = params;
    await saveStyles(db, actor, { workspaceId: workspace_id, graph }, body.styles);
    // A person's own view of a graph, changed with each touch of a control: no row of the audit log.
    changed({ resource: `workspace/${workspace_id}`, after: { graph }, quiet: true });
    return {};
  },
};
