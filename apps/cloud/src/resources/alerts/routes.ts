/** Handlers of calls on alert rules of workspaces (specification part 2, sections 3, 5 and 7). */
import { randomUUID } from 'node:crypto';
import { MAX_ALERT_RULES } from '@acacia/contract';
import { count, eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { alertRules } from '../../database/schema.ts';
import { tellable } from '../../errors/tellable.ts';
import type { HandlersOf } from '../../http/call.ts';
import { notFound, problem } from '../../errors/problem.ts';
import { refusalsOf } from '../../mail/sender.ts';
import type { MailTransport } from '../../mail/transport.ts';
import { lockWorkspace } from '../../policies/locks.ts';
import { inLanguage, languageOfAccount } from '../../mail/language.ts';
import { alertMail } from './alert-mail.ts';
import { evaluateRule, rulesNow } from './evaluate.ts';
import { ruleOf, rulesOf } from './store.ts';

type Calls = 'listAlertRules' | 'createAlertRule' | 'updateAlertRule' | 'deleteAlertRule' | 'testAlertRule';

interface AlertOptions {
  readonly transport: MailTransport;
  /** Origin of the console, for links. */
  readonly publicUrl: string;
}

/** Milliseconds for which a call waits for the outcome of a test mail. */
const PATIENCE = 20_000;

async function demandThere(tx: Db, workspaceId: string): Promise<void> {
  const { status } = await lockWorkspace(tx, workspaceId);
  if (status === 'Terminating') throw problem('beingTerminated');
}

async function demandRoom(tx: Db, workspaceId: string): Promise<void> {
  const [row] = await tx
    .select({ rules: count() })
    .from(alertRules)
    .where(eq(alertRules.workspaceId, workspaceId));
  if ((row?.rules ?? 0) >= MAX_ALERT_RULES) throw problem('tooManyAlertRules');
}

/** The changeable fields of a rule, for the audit log. */
const described = ({ threshold, recipientList }: { threshold: number; recipientList: string[] }) => ({
  threshold,
  recipientList,
});

export function alertHandlers({ transport, publicUrl }: AlertOptions): HandlersOf<Calls> {
  return {
    listAlertRules: ({ db, params }) => rulesOf(db, params.workspace_id),

    createAlertRule: async ({ db, params, body, changed }) => {
      const workspaceId = params.workspace_id;
      await demandThere(db, workspaceId);
      await demandRoom(db, workspaceId);
      const { metric, threshold, recipientList } = body;
      const id = randomUUID();
      await db.insert(alertRules).values({ id, workspaceId, metric, threshold, recipients: recipientList });
      await evaluateRule(db, id, new Date(), publicUrl);
      changed({ resource: `alertRule/${id}`, after: body });
      return ruleOf(db, workspaceId, id);
    },

    updateAlertRule: async ({ db, params, body, changed }) => {
      const { workspace_id: workspaceId, rule_id: id } = params;
      await demandThere(db, workspaceId);
      const before = await ruleOf(db, workspaceId, id);
      const { threshold, recipientList } = body;
      await db.update(alertRules).set({ threshold, recipients: recipientList }).where(eq(alertRules.id, id));
      await evaluateRule(db, id, new Date(), publicUrl);
      changed({ resource: `alertRule/${id}`, before: described(before), after: body });
      return ruleOf(db, workspaceId, id);
    },

    deleteAlertRule: async ({ db, params, changed }) => {
      const { workspace_id: workspaceId, rule_id: id } = params;
      const { metric, ...before } = await ruleOf(db, workspaceId, id);
      await db.delete(alertRules).where(eq(alertRules.id, id));
      changed({ resource: `alertRule/${id}`, before: { metric, ...described(before) } });
      return {};
    },

    testAlertRule: async ({ db, actor, params, changed }) => {
      const { workspace_id: workspaceId, rule_id: id } = params;
      await ruleOf(db, workspaceId, id);
      const now = new Date();
      const [facts] = await rulesNow(db, now, eq(alertRules.id, id));
      if (facts === undefined) throw notFound('alert rule');
      const recipients = [...facts.recipients];
      const language = (await languageOfAccount(db, actor.userId)) ?? 'en';
      const outcome = async (): Promise<{ sent: boolean; message: string }> => {
        if (recipients.length === 0) return { sent: false, message: 'The rule has no recipients.' };
        try {
          const letter = {
            ...inLanguage(alertMail('test', facts, publicUrl), language),
            id: randomUUID(),
            createdAt: now,
            replyTo: null,
          };
          const delivery = await transport.deliver(letter, AbortSignal.timeout(PATIENCE));
          const refusals = refusalsOf(delivery);
          if (refusals !== undefined) return { sent: false, message: refusals };
          return {
            sent: true,
            message: `The mail was handed to the mail server for ${recipients.join(', ')}.`,
          };
        } catch (error) {
          return { sent: false, message: tellable(error) };
        }
      };
      const { sent, message } = await outcome();
      changed({ resource: `alertRule/${id}`, after: { recipients, sent, message } });
      return { recipients, sent, message };
    },
  };
}
