/** The neighbours of the selection: counts by type of edge, and a walk of one or more steps to them. */
import { t } from '@acacia/texts';
import type { WireGraphSchema, WireVertex } from '@acacia/contract';
import { formatNumber } from '@acacia/ui';
import '@mantine/core/styles/NumberInput.layer.css';
import { ActionIcon, Button, NumberInput, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconArrowsMaximize, IconPlus, IconX } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import { MOST_EXPANDED, type GraphPlace } from '../../workspace-tool/graph-queries.ts';
import { vertexOfKey } from '../../workspace-tool/wire-graph.ts';
import classes from '../explore.module.css';
import { AlongFields } from './AlongFields.tsx';
import { MOST_EDGES, MOST_STEPS, WHOLE_STEP, type Walk, type WalkStep } from './walk.ts';

interface ExpandSectionProps {
  readonly place: GraphPlace;
  readonly schema: WireGraphSchema;
  readonly vertices: readonly WireVertex[];
  /** Keys of the selected vertices. */
  readonly vertexKeys: readonly string[];
  readonly walk: Walk;
  readonly onWalk: (walk: Walk) => void;
  readonly onExpand: (walk: Walk) => void;
}

const DIRECTIONS = [
  { value: 'any', label: t`Both ways` },
  { value: 'out', label: t`Out` },
  { value: 'in', label: t`In` },
] as const;

export const ARROWS = { out: '→', in: '←', undirected: '–' } as const;
export const WAYS = { out: t`leading out`, in: t`leading in`, undirected: t`undirected` } as const;

export function ExpandSection(props: ExpandSectionProps) {
  const { schema, vertices, walk, onWalk, onExpand } = props;
  const [first, ...further] = walk;
  const setFurther = (steps: readonly WalkStep[]) => onWalk([first, ...steps]);
  return (
    <section className={classes.section} aria-label="Expand">
      <h2 className={classes.heading}>Neighbours</h2>
      <div className={classes.form}>
        <NeighbourCounts {...props} />
        <StepFields schema={schema} step={first} onStep={(step) => onWalk([step, ...further])} />
        {further.map((step, n) => (
          // The steps are places of the walk.
          <div key={n} className={classes.walkStep} role="group" aria-label={`Step ${n + 2}`}>
            <div className={classes.gsqlHead}>
              <strong>Step {n + 2}</strong>
              <ActionIcon
                size="sm"
                aria-label={`Remove step ${n + 2}`}
                onClick={() => setFurther(further.filter((_, each) => each !== n))}
              >
                <IconX size={13} />
              </ActionIcon>
            </div>
            <StepFields
              schema={schema}
              of={t`step ${n + 2}`}
              step={step}
              onStep={(next) => setFurther(further.map((each, at) => (at === n ? next : each)))}
            />
          </div>
        ))}
        <Button
          className={classes.walkAdd}
          size="compact-xs"
          variant="subtle"
          disabled={walk.length >= MOST_STEPS}
          leftSection={<IconPlus size={13} />}
          onClick={() => setFurther([...further, WHOLE_STEP])}
        >
          Add a step
        </Button>
        <Button
          size="xs"
          disabled={vertices.length > MOST_EXPANDED}
          leftSection={<IconArrowsMaximize size={14} />}
          onClick={() => onExpand(walk)}
        >
          {vertices.length === 1 ? 'Expand' : `Expand ${formatNumber(vertices.length)} vertices`}
        </Button>
        {vertices.length > MOST_EXPANDED && (
          <p className={classes.note}>At most {formatNumber(MOST_EXPANDED)} vertices are expanded at once.</p>
        )}
      </div>
    </section>
  );
}

interface StepFieldsProps {
  readonly schema: WireGraphSchema;
  /** The step, for the labels of any but the first. */
  readonly of?: string;
  readonly step: WalkStep;
  readonly onStep: (step: WalkStep) => void;
}

function StepFields({ schema, of, step, onStep }: StepFieldsProps) {
  return (
    <>
      <AlongFields
        schema={schema}
        labels={{ edges: t`Along`, vertices: t`To` }}
        of={of}
        along={step}
        onAlong={(along) => onStep({ ...step, ...along })}
      />
      <SegmentedControl
        size="xs"
        aria-label={of === undefined ? 'Direction' : `Direction of ${of}`}
        data={[...DIRECTIONS]}
        value={step.direction}
        onChange={(direction) => onStep({ ...step, direction })}
      />
      <NumberInput
        label="Edges at most, for each vertex"
        size="xs"
        min={1}
        max={MOST_EDGES}
        allowDecimal={false}
        value={step.limit}
        onChange={(value) =>
          onStep({ ...step, limit: Math.min(MOST_EDGES, Math.max(1, Number(value) || 1)) })
        }
      />
    </>
  );
}

/** The edges that lead away from the selection by type, each to expand along. */
function NeighbourCounts(props: ExpandSectionProps) {
  return (
    <LoadBoundary
      key={props.vertexKeys.join('\n')}
      compact
      what="The edges"
      skeleton={<p className={classes.note}>Counting …</p>}
    >
      <Counts {...props} />
    </LoadBoundary>
  );
}

function Counts({ place, vertexKeys, walk, onExpand }: ExpandSectionProps) {
  const { client, graph } = place;
  const keys = vertexKeys.slice(0, MOST_EXPANDED);
  const { data } = useSuspenseQuery({
    queryKey: ['workspace', client.origin, 'neighbours', graph, keys],
    queryFn: ({ signal }) =>
      client.expand(graph, { vertices: keys.map(vertexOfKey), countOnly: true }, { signal }),
    staleTime: 10_000,
  });
  if (data.counts.length === 0) return <p className={classes.note}>No edges lead away from here.</p>;
  return (
    <ul className={classes.counts} aria-label="Edges by type">
      {data.counts.map(({ e_type, direction, count }) => (
        <li key={`${e_type} ${direction}`}>
          <button
            type="button"
            onClick={() =>
              onExpand([
                {
                  ...WHOLE_STEP,
                  limit: walk[0].limit,
                  edgeTypes: [e_type],
                  direction: direction === 'undirected' ? 'any' : direction,
                },
              ])
            }
          >
            <VisuallyHidden>Expand</VisuallyHidden> <span aria-hidden>{ARROWS[direction]}</span> {e_type}{' '}
            <VisuallyHidden>{WAYS[direction]}</VisuallyHidden>{' '}
            <span className={classes.count}>{formatNumber(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
