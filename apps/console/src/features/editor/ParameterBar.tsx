/**
 * The values of a query above its text, with which it runs again and again. The Run dialog (specification part 4,
 * section 2) is behind a button and has the same values, with JSON, programs and limits.
 */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { RunLimits, WireGraphSchema } from '@acacia/contract';
import { ActionButton, Form, toast } from '@acacia/ui';
import { ActionIcon, Button, Switch, Tooltip } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconDice3,
  IconListTree,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../services/lazy-part.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { schemaQuery } from '../workspace-tool/useGraphChoice.ts';
import { EffectiveLimits } from './run/Limits.tsx';
import type { Asking } from './run/run-query.ts';
import { EarlierValues } from './parameters/EarlierValues.tsx';
import { ParameterFields } from './parameters/ParameterFields.tsx';
import { isBlank } from './parameters/parameter-value.ts';
import classes from './parameters/parameters.module.css';
import { sampleValues } from './parameters/sample-values.ts';
import { useRunForm } from './parameters/useRunForm.ts';
import { OfferVertices, vertexSample } from './parameters/VertexIds.tsx';

const RunDialogOf = lazyPart(async () => (await import('./parameters/RunDialog.tsx')).RunDialogOf);

interface ParameterBarProps {
  readonly asking: Asking;
  readonly workspaceId: string;
  readonly client: WorkspaceClient;
  /** The limits of the page; taken over when they change. */
  readonly limits: RunLimits;
  /** Its file is the one that is shown. */
  readonly shown: boolean;
  /** Shows the plan of the query. */
  readonly onPlan: () => void;
  readonly onClose: () => void;
}

const NO_TYPES: WireGraphSchema['VertexTypes'] = [];

export function ParameterBar({
  asking,
  workspaceId,
  client,
  limits,
  shown,
  onPlan,
  onClose,
}: ParameterBarProps) {
  const { name, graph, parameters, profiled = true } = asking;
  const cache = useQueryClient();
  const { data: schema } = useQuery(schemaQuery(client, workspaceId, graph));
  const state = useRunForm(parameters, limits);
  const { form, dispatch, request, fillIn } = state;
  const [dialog, setDialog] = useState(false);
  const [sampling, setSampling] = useState(false);
  const section = useRef<HTMLElement>(null);
  const { timeMs, memoryMb } = limits;
  useEffect(
    () => dispatch({ kind: 'limit', timeout: timeMs / 1000, memory: memoryMb }),
    [dispatch, timeMs, memoryMb],
  );

  const { values } = asking;
  useEffect(() => {
    if (values !== undefined) fillIn(values, true);
  }, [values, fillIn]);

  const vertexTypes = schema?.VertexTypes ?? NO_TYPES;
  const run = () => {
    dispatch({ kind: 'try' });
    if (request === null) return;
    setDialog(false);
    const history = ['workspace', workspaceId, 'run-history'];
    asking
      .run({ ...request, profile: profiled && request.profile })
      .then(() => cache.invalidateQueries({ queryKey: history }))
      .catch(toast.error);
  };
  const answered = useRef(asking);
  useEffect(() => {
    if (!shown) return;
    const isAgain = answered.current !== asking;
    answered.current = asking;
    // Who asks again for a run whose values are in sight wants that run.
    if (isAgain) run();
    if (isAgain && request !== null) return;
    const find = (what: string) => section.current?.querySelector<HTMLElement>(what);
    (find('[role="group"] input:not([disabled])') ?? find('[type="submit"]'))?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- with each question, and not with each key in its fields
  }, [asking, shown]);
  /** Fills in what is blank; where nothing is, all anew. */
  const fill = async (of: WireGraphSchema) => {
    const blank = parameters.filter(({ paramName }) => {
      const [type, draft] = [form.types.get(paramName), form.drafts.get(paramName)];
      return type !== undefined && draft !== undefined && isBlank(type, draft);
    });
    const values = await sampleValues(blank.length === 0 ? parameters : blank, asking.text, {
      schema: of,
      vertices: (type) => cache.ensureQueryData(vertexSample({ workspaceId, client, graph }, type)),
    });
    if (Object.keys(values).length === 0) {
      toast.error(t`The graph ${graph} has no values to offer for these parameters.`);
    } else fillIn(values, true);
  };
  const sample = () => {
    if (schema === undefined || sampling) return;
    setSampling(true);
    fill(schema)
      .catch(toast.error)
      .finally(() => setSampling(false));
  };
  const earlier = (
    <EarlierValues workspaceId={workspaceId} client={client} query={name} graph={graph} onUse={fillIn} />
  );
  const asked = { timeMs: form.timeout * 1000, memoryMb: form.memory };
  return (
    <section
      ref={section}
      className={classes.bar}
      style={shown ? undefined : { display: 'none' }}
      aria-label={`Parameters of ${name}`}
    >
      <OfferVertices source={{ workspaceId, client, graph, types: vertexTypes }}>
        <Form onSubmit={run}>
          <div className={classes.barHead}>
            <h2 className={classes.barName} title={name}>
              {name} <span className={classes.type}>in {graph}</span>
            </h2>
            {parameters.length > 0 && (
              <>
                <Tooltip label="Ids and values that the graph has">
                  <Button
                    variant="default"
                    size="compact-sm"
                    loading={sampling}
                    disabled={schema === undefined}
                    leftSection={<IconDice3 size={14} />}
                    onClick={sample}
                  >
                    Sample values
                  </Button>
                </Tooltip>
                {earlier}
              </>
            )}
            {profiled && (
              <Switch
                size="xs"
                label="Profile"
                checked={form.profile}
                onChange={(event) => dispatch({ kind: 'profile', profile: event.currentTarget.checked })}
              />
            )}
            {asking.planned && (
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconListTree size={14} />}
                onClick={onPlan}
              >
                Plan
              </Button>
            )}
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconAdjustmentsHorizontal size={14} />}
              onClick={() => setDialog(true)}
            >
              All options
            </Button>
            <ActionButton type="submit" size="compact-sm" leftSection={<IconPlayerPlay size={13} />}>
              {asking.toFile ? 'Run query to a file' : 'Run query'}
            </ActionButton>
            <ActionIcon size="sm" aria-label={`Close the parameters of ${name}`} onClick={onClose}>
              <IconX size={14} stroke={1.8} />
            </ActionIcon>
          </div>
          {parameters.length === 0 ? (
            <p className={classes.note}>No parameters.</p>
          ) : (
            <ParameterFields
              inline
              parameters={parameters}
              state={state}
              vertexTypes={vertexTypes.map(({ Name }) => Name)}
            />
          )}
          <EffectiveLimits workspaceId={workspaceId} client={client} limits={asked} />
        </Form>
        {dialog && (
          <LoadBoundary what="The dialog" skeleton={null} compact>
            <RunDialogOf
              name={name}
              parameters={parameters}
              state={state}
              earlier={() => earlier}
              endpoint={asking.endpoint}
              effective={(each) => (
                <EffectiveLimits workspaceId={workspaceId} client={client} limits={each} />
              )}
              vertexTypes={vertexTypes.map(({ Name }) => Name)}
              profiled={profiled}
              onClose={() => setDialog(false)}
              onRun={run}
            />
          </LoadBoundary>
        )}
      </OfferVertices>
    </section>
  );
}
