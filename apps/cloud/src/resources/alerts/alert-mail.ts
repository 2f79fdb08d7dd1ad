/** Writes the mails of alert rules. */
import type { AlertMetric } from '@acacia/contract';
import type { NewMail } from '../../mail/outbox.ts';

/** `begins`, `lasts` and `ends`: a rule begins to fire, still fires, or ends. */
export type AlertMailKind = 'begins' | 'lasts' | 'ends' | 'test';

export interface AlertMailFacts {
  readonly metric: AlertMetric;
  readonly threshold: number;
  readonly recipients: readonly string[];
  /** Mean of the last two minutes in per cent; null when the workspace did not run. */
  readonly value: number | null;
  readonly firedAt: Date | null;
  readonly workspace: { readonly id: string; readonly name: string };
  readonly workgroup: { readonly id: string; readonly name: string };
}

const METRIC: Readonly<Record<AlertMetric, string>> = {
  tigergraph_cpu_usage: 'CPU use',
  tigergraph_memory_usage_percent: 'Memory use',
};

const percent = (value: number): string => `${Math.round(value * 10) / 10} %`;

const moment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const SUBJECT: Readonly<Record<AlertMailKind, (what: string, threshold: string) => string>> = {
  begins: (what, threshold) => `${what} is above ${threshold}`,
  lasts: (what, threshold) => `${what} is still above ${threshold}`,
  ends: (what, threshold) => `${what} is below ${threshold} again`,
  test: (what, threshold) => `Test: ${what}, alert at ${threshold}`,
};

/** @param publicUrl origin of the console */
export function alertMail(kind: AlertMailKind, facts: AlertMailFacts, publicUrl: string): NewMail {
  const { metric, workspace, workgroup, value, firedAt } = facts;
  const threshold = percent(facts.threshold);
  const what = `${METRIC[metric]} of ${workspace.name}`;
  const subject = SUBJECT[kind](what, threshold);
  const link = new URL(`/groups/${workgroup.id}`, publicUrl);
  link.search = new URLSearchParams({ tab: 'monitor', space_id: workspace.id }).toString();
  const lines = [
    kind === 'test' ? 'This is a test of an alert rule: nothing has happened.' : `${subject}.`,
    '',
    `Workspace: ${workspace.name} (${workspace.id})`,
    `Workgroup: ${workgroup.name}`,
    `Threshold: ${threshold}`,
    `Mean of the last two minutes: ${value === null ? 'not known, for it did not run all that time' : percent(value)}`,
    ...(firedAt === null || kind === 'test' ? [] : [`Above since: ${moment(firedAt)}`]),
    '',
    `Monitor: ${link.href}`,
    '',
    'You get this mail because an alert rule of this workspace names you. An administrator of the workspace can change the rule in its configuration, under Alerts.',
  ];
  return { recipients: facts.recipients, subject: `[Acacia] ${subject}`, text: `${lines.join('\n')}\n` };
}
