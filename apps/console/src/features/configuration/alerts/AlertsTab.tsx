/** Alerts: mails when CPU or memory is above a threshold (specification part 2, sections 3, 5, 7 and 9). */
import { comma, said, t } from '@acacia/texts';
import type { AlertRule } from '@acacia/contract';
import {
  errorText,
  Notice,
  RelativeTime,
  Section,
  Sections,
  StatusBadge,
  TagsField,
  ThresholdSlider,
  toast,
} from '@acacia/ui';
import { Button, Switch } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useReducer } from 'react';
import { useServices } from '../../../services/services.ts';
import { useDenied } from '../../../data/me.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { formCall, sendCall, type FormCall } from '../../../shell/copy-as/form-call.ts';
import {
  entriesOf,
  entryChanged,
  entryProblem,
  METRICS,
  recipientProblem,
  thresholdProblem,
  type AlertEntry,
} from './alert-entries.ts';
import { enteredAlerts, NOTHING_ENTERED } from './entered-alerts.ts';
import classes from '../configuration.module.css';
import { useSaveable, type ConfigurationTabProps } from '../useSaveable.ts';

/** Rules fire on the server: the page follows. */
const REFETCH_MS = 15_000;

export function Tab({ workspace, report }: ConfigurationTabProps) {
  const { cloud, queryClient } = useServices();
  const denied = useDenied();
  const params = idsOf(workspace);
  const queryKey = ['alert-rules', workspace.workspace_id];
  const { data: rules } = useSuspenseQuery({
    queryKey,
    queryFn: ({ signal }) => cloud.listAlertRules({ params, signal }),
    refetchInterval: REFETCH_MS,
  });
  const [entered, dispatch] = useReducer(enteredAlerts, NOTHING_ENTERED);
  const entries = entriesOf(rules, workspace.creator).map((entry) => ({
    ...entry,
    ...entered.get(entry.key),
  }));
  const changed = entries.filter(entryChanged);
  const problem = entries.map(entryProblem).find((each) => each !== null);

  const callOf = ({ metric, rule, on, threshold, recipientList }: AlertEntry): FormCall => {
    const body = { threshold: threshold ?? 0, recipientList: [...recipientList] };
    if (rule === undefined) return formCall('createAlertRule', { params, body: { metric, ...body } });
    const rule_id = rule.id;
    return on
      ? formCall('updateAlertRule', { params: { ...params, rule_id }, body })
      : formCall('deleteAlertRule', { params: { ...params, rule_id } });
  };
  const calls = changed.map(callOf);
  const save = useMutation({
    mutationFn: async () => {
      await Promise.all(calls.map((call) => sendCall(cloud, call)));
      return entered;
    },
    onSuccess: async (sent) => {
      await queryClient.invalidateQueries({ queryKey });
      dispatch({ kind: 'saved', sent });
      toast.success(t`Successfully apply workspace alert rules.`);
    },
    onError: async (error) => {
      toast.error(error);
      await queryClient.invalidateQueries({ queryKey });
    },
  });

  const refusal = denied('alert.update', params);
  useSaveable(report, {
    dirty: changed.length > 0,
    refusal: refusal ?? problem ?? undefined,
    busy: save.isPending,
    onSave: () => save.mutate(),
    calls,
  });

  return (
    <Sections open={entries.map(({ key }) => key)}>
      {entries.map((entry) => (
        <Rule
          key={entry.key}
          entry={entry}
          disabled={refusal !== undefined}
          changed={entryChanged(entry)}
          onChange={(change) => dispatch({ kind: 'enter', key: entry.key, change })}
          test={({ id }) => cloud.testAlertRule({ params: { ...params, rule_id: id } })}
        />
      ))}
    </Sections>
  );
}

type TestRule = (
  rule: AlertRule,
) => Promise<{ readonly recipients: readonly string[]; readonly sent: boolean; readonly message: string }>;

interface RuleProps {
  readonly entry: AlertEntry;
  readonly disabled: boolean;
  readonly changed: boolean;
  readonly onChange: (change: Partial<AlertEntry>) => void;
  readonly test: TestRule;
}

function Rule({ entry, disabled, changed, onChange, test }: RuleProps) {
  const { key, metric, rule, on, threshold, recipientList } = entry;
  const name = METRICS[metric];
  return (
    <Section
      id={key}
      title={name}
      status={
        rule?.firing === true ? (
          <StatusBadge tone="negative">Firing</StatusBadge>
        ) : on ? (
          t`above ${threshold ?? ''}%`
        ) : (
          t`off`
        )
      }
    >
      <div className={classes.stack}>
        <Switch
          label={`Alert on ${name}`}
          checked={on}
          disabled={disabled}
          onChange={(event) => onChange({ on: event.currentTarget.checked })}
        />
        {on && (
          <>
            <ThresholdSlider
              label={`${name} threshold`}
              value={threshold}
              onChange={(value) => onChange({ threshold: value })}
              error={thresholdProblem(threshold) ?? undefined}
              disabled={disabled}
            />
            <TagsField
              label={`Recipients of ${name} alerts`}
              description="E-mail addresses, separated by commas or spaces"
              placeholder="someone@example.com"
              value={recipientList}
              onChange={(value) => onChange({ recipientList: value })}
              problem={recipientProblem}
              disabled={disabled}
            />
          </>
        )}
        {rule !== undefined && <RuleState rule={rule} changed={changed} disabled={disabled} test={test} />}
      </div>
    </Section>
  );
}

interface RuleStateProps {
  readonly rule: AlertRule;
  readonly changed: boolean;
  readonly disabled: boolean;
  readonly test: TestRule;
}

/** When the rule fired, whether its mail was sent, and a button to test that. */
function RuleState({ rule, changed, disabled, test }: RuleStateProps) {
  const trial = useMutation({ mutationFn: () => test(rule) });
  return (
    <>
      {rule.fired_at !== null && (
        <p className={classes.itemText}>
          {rule.firing ? (
            <>
              Fires since <RelativeTime at={rule.fired_at} />.
            </>
          ) : (
            <>
              Last fired <RelativeTime at={rule.fired_at} />.
            </>
          )}
        </p>
      )}
      {rule.delivery_problem !== '' && (
        <Notice tone="negative" title="The last mail has not gone out">
          {rule.delivery_problem}
        </Notice>
      )}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        leftSection={<IconMailForward size={14} stroke={1.7} />}
        loading={trial.isPending}
        disabled={disabled || changed}
        onClick={() => trial.mutate()}
      >
        Send a test mail
      </Button>
      {changed && <p className={classes.itemText}>Save first: the test goes to the saved recipients.</p>}
      <div role="status">
        {trial.data !== undefined && (
          <Notice
            tone={trial.data.sent ? 'info' : 'negative'}
            title={trial.data.sent ? 'The test mail was sent' : 'The test mail was not sent'}
          >
            {said(trial.data.message)}
            {trial.data.recipients.length > 0 && ` To: ${trial.data.recipients.join(comma)}`}
          </Notice>
        )}
        {trial.error !== null && <Notice tone="negative">{errorText(trial.error)}</Notice>}
      </div>
    </>
  );
}
