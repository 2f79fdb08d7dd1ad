/**
 * Runs a query with parameters: as a form, as JSON, and equivalent programs (specification part 4, sections 2 and 5).
 */
import { t } from '@acacia/texts';
import type { RunLimits } from '@acacia/contract';
import { ActionButton, Form, useOnTop } from '@acacia/ui';
import '@mantine/core/styles/NumberInput.layer.css';
import { Button, Modal, NumberInput, Switch, Tabs, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ParameterFields } from './ParameterFields.tsx';
import classes from './parameters.module.css';
import { hasProblems, jsonOf, type RunParameter, type RunRequest, type RunTab } from './run-form.ts';
import { Programs } from './Programs.tsx';
import { snippet, type QueryEndpoint } from './snippets.ts';
import { useRunForm, type RunFormState } from './useRunForm.ts';

export interface RunDialogProps {
  readonly name: string;
  /** Shown below the title. */
  readonly about?: ReactNode;
  readonly parameters: readonly RunParameter[];
  /** Offers values of earlier runs. */
  readonly earlier?: (use: (values: Readonly<Record<string, unknown>>, chosen: boolean) => void) => ReactNode;
  /** A further field below the parameters. */
  readonly body?: ReactNode;
  readonly vertexTypes: readonly string[];
  /** Of installed queries: the address for programs; null for others. */
  readonly endpoint: QueryEndpoint | null;
  /** Tells what holds for a run with these limits. */
  readonly effective: (limits: RunLimits) => ReactNode;
  /** Whether a profile can be asked for. */
  readonly profiled?: boolean;
  readonly busy?: boolean;
  /** Answer of the last run, of dialogs that stay open. */
  readonly answer?: ReactNode;
  readonly onRun: (request: RunRequest) => void;
  readonly onClose: () => void;
}

/** @param props `limits`: those at first */
export function RunDialog(props: RunDialogProps & { readonly limits: RunLimits }) {
  const state = useRunForm(props.parameters, props.limits);
  return <RunDialogOf {...props} state={state} />;
}

/** The Run dialog over values that its caller keeps. */
export function RunDialogOf({
  name,
  about,
  parameters,
  state,
  earlier,
  body,
  vertexTypes,
  endpoint,
  effective,
  profiled = true,
  busy = false,
  answer,
  onRun,
  onClose,
}: RunDialogProps & { readonly state: RunFormState }) {
  const close = useOnTop(true, onClose);
  const { form, dispatch, request, fillIn } = state;
  const run = () => {
    dispatch({ kind: 'try' });
    if (request !== null) onRun({ ...request, profile: profiled && request.profile });
  };

  return (
    <Modal opened onClose={close} title={`Run ${name}`} size={640}>
      {about}
      <Form onSubmit={run}>
        <Tabs
          value={form.tab}
          onChange={(tab) => dispatch({ kind: 'show', tab: tab as RunTab })}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="parameters">Parameters</Tabs.Tab>
            <Tabs.Tab value="json">JSON</Tabs.Tab>
            <Tabs.Tab value="code">Code snippets</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="parameters">
            {parameters.length === 0 && body === undefined && <p className={classes.note}>No parameters.</p>}
            {parameters.length > 0 && <div className={classes.offer}>{earlier?.(fillIn)}</div>}
            <ParameterFields parameters={parameters} state={state} vertexTypes={vertexTypes}>
              {body}
            </ParameterFields>
          </Tabs.Panel>
          <Tabs.Panel value="json">
            <Textarea
              aria-label="Parameters as JSON"
              autosize
              minRows={6}
              maxRows={16}
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5 } }}
              value={jsonOf(form)}
              error={
                form.json?.problem ??
                (form.tried && hasProblems(form)
                  ? t`A value is missing or not valid; see Parameters.`
                  : undefined)
              }
              onChange={(event) => dispatch({ kind: 'write', text: event.currentTarget.value })}
            />
          </Tabs.Panel>
          <Tabs.Panel value="code">
            {endpoint === null ? (
              <p className={classes.note}>Code snippets are only available for installed queries.</p>
            ) : request === null ? (
              <p className={classes.note}>A value is missing or not valid; see Parameters.</p>
            ) : (
              <Programs
                render={(language) =>
                  snippet(language, {
                    ...endpoint,
                    query: name,
                    payload: request.parameters,
                    timeoutMs: request.timeoutMs,
                    memoryMb: request.memoryLimitMb,
                  })
                }
              />
            )}
          </Tabs.Panel>
        </Tabs>
        <div className={classes.limits}>
          <NumberInput
            label="Timeout (s)"
            description="0 means disabled"
            min={0}
            allowNegative={false}
            value={form.timeout}
            onChange={(value) => dispatch({ kind: 'limit', timeout: Number(value) || 0 })}
          />
          <NumberInput
            label="Memory limit (MB)"
            description="0 means disabled"
            min={0}
            allowDecimal={false}
            allowNegative={false}
            value={form.memory}
            onChange={(value) => dispatch({ kind: 'limit', memory: Number(value) || 0 })}
          />
          <Button variant="default" onClick={() => dispatch({ kind: 'limit', timeout: 0, memory: 0 })}>
            Clear
          </Button>
        </div>
        {effective({ timeMs: form.timeout * 1000, memoryMb: form.memory })}
        <div style={{ display: 'flex', alignItems: 'center', gap: 8, marginTop: 20 }}>
          {profiled && (
            <Switch
              label="Profile"
              checked={form.profile}
              onChange={(event) => dispatch({ kind: 'profile', profile: event.currentTarget.checked })}
            />
          )}
          <span style={{ flex: 1 }} />
          <Button variant="default" onClick={onClose}>
            {answer === undefined ? 'Cancel' : 'Close'}
          </Button>
          <ActionButton type="submit" loading={busy} leftSection={<IconPlayerPlay size={15} />}>
            Run
          </ActionButton>
        </div>
      </Form>
      {answer}
    </Modal>
  );
}
