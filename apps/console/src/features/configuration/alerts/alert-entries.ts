/** Alert rules being edited, and the changes to send (specification part 2, sections 3, 5 and 7). */
import { said, t } from '@acacia/texts';
import {
  AlertMetric,
  AlertRecipient,
  AlertThreshold,
  DEFAULT_THRESHOLD,
  type AlertRule,
} from '@acacia/contract';

export interface AlertEntry {
  /**
   * Key of the entry: the metric, or for a second rule on one the rule's id. The first keeps its key when it is saved.
   */
  readonly key: string;
  readonly metric: AlertMetric;
  readonly rule: AlertRule | undefined;
  readonly on: boolean;
  /** Null while the field is empty. */
  readonly threshold: number | null;
  readonly recipientList: readonly string[];
}

export const METRICS: Readonly<Record<AlertMetric, string>> = {
  tigergraph_cpu_usage: t`CPU usage`,
  tigergraph_memory_usage_percent: t`Memory usage`,
};

/** An entry for each rule, and a disabled one for each metric without a rule. @param creator recipient by default */
export function entriesOf(rules: readonly AlertRule[], creator: string): AlertEntry[] {
  return AlertMetric.options.flatMap((metric): AlertEntry[] => {
    const own = rules.filter((rule) => rule.metric === metric);
    if (own.length === 0) {
      const threshold = DEFAULT_THRESHOLD[metric];
      return [{ key: metric, metric, rule: undefined, on: false, threshold, recipientList: [creator] }];
    }
    return own.map((rule, index) => ({
      key: index === 0 ? metric : rule.id,
      metric,
      rule,
      on: true,
      threshold: rule.threshold,
      recipientList: rule.recipientList,
    }));
  });
}

const messageOf = (parsed: ReturnType<typeof AlertThreshold.safeParse>): string | null =>
  parsed.success ? null : (said(parsed.error.issues[0]?.message) ?? null);

export const thresholdProblem = (threshold: number | null): string | null =>
  messageOf(AlertThreshold.safeParse(threshold));

export function recipientProblem(address: string): string | null {
  const parsed = AlertRecipient.safeParse(address);
  return parsed.success ? null : (said(parsed.error.issues[0]?.message) ?? null);
}

/** The first thing that is wrong with an entry that is on; null when nothing is. */
export function entryProblem({ on, threshold, recipientList }: AlertEntry): string | null {
  if (!on) return null;
  return (
    thresholdProblem(threshold) ??
    recipientList.map(recipientProblem).find((problem) => problem !== null) ??
    null
  );
}

export const entryChanged = ({ rule, on, threshold, recipientList }: AlertEntry): boolean =>
  rule === undefined
    ? on
    : !on || threshold !== rule.threshold || recipientList.join('\n') !== rule.recipientList.join('\n');
