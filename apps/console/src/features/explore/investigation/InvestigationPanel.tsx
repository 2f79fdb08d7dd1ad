/** The guided investigation over the canvas: one step at a time, each with a button that takes it. */
import { t } from '@acacia/texts';
import { Button, Loader } from '@mantine/core';
import { ErrorState, Notice, toast } from '@acacia/ui';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { WireVertex } from '@acacia/contract';
import { useEffect } from 'react';
import { rememberGuided } from '../../../data/guided.ts';
import { useMe } from '../../../data/me.ts';
import { LinkButton } from '../../../shell/LinkButton.tsx';
import type { GraphPlace } from '../../workspace-tool/graph-queries.ts';
import type { VertexRef, WireGraphParts } from '../../workspace-tool/wire-graph.ts';
import classes from '../explore.module.css';
import { FloatingPanel } from '../FloatingPanel.tsx';
import {
  broughtBy,
  insightOf,
  leadOf,
  ringsIn,
  SHARED_DEVICES,
  stepsOf,
  TESTED_CARDS,
  testedCardsIn,
  type Act,
  type Ring,
  type Step,
} from './fraud.ts';
import own from './investigation.module.css';

/** People that use a device of the ring at least. */
const RING = { min_parties: 4 };

interface InvestigationPanelProps {
  readonly place: GraphPlace;
  readonly workspaceId: string;
  readonly parts: WireGraphParts;
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
  readonly onFound: (vertices: readonly WireVertex[]) => void;
  readonly onExpand: (
    vertices: readonly VertexRef[],
    edgeTypes: readonly string[],
  ) => Promise<WireGraphParts | null>;
  readonly onLocate: (keys: readonly string[]) => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

export function InvestigationPanel(props: InvestigationPanelProps) {
  const { client, graph } = props.place;
  const lead = useQuery({
    queryKey: ['workspace', props.workspaceId, 'lead', graph],
    queryFn: async ({ signal }) => {
      const rings = await client.runQuery(graph, SHARED_DEVICES, RING, { signal });
      const cards = await client.runQuery(graph, TESTED_CARDS, {}, { signal });
      return leadOf(ringsIn(rings.results), testedCardsIn(cards.results));
    },
    staleTime: Infinity,
    retry: false,
  });
  return (
    <FloatingPanel side="left" title="Guided investigation" folded={props.folded} onFold={props.onFold}>
      <section className={classes.section} aria-label="Steps of the investigation">
        {lead.isPending && (
          <p className={classes.note} role="status">
            <Loader size={14} /> Looking for a card to begin with …
          </p>
        )}
        {lead.isError && (
          <ErrorState what="The lead" error={lead.error} onRetry={() => void lead.refetch()} compact />
        )}
        {lead.data === null && (
          <p className={classes.note}>
            The data hold no ring of people who share a device, and so nothing to investigate. The sample has
            some: uninstall the solution and install it again.
          </p>
        )}
        {lead.data && <Steps {...props} lead={lead.data} />}
        <div className={classes.buttons}>
          <Button size="compact-sm" variant="default" onClick={props.onClose}>
            Close the guide
          </Button>
        </div>
      </section>
    </FloatingPanel>
  );
}

function Steps(props: InvestigationPanelProps & { readonly lead: Parameters<typeof stepsOf>[0] }) {
  const { place, workspaceId, parts, lead } = props;
  const { client, graph } = place;
  const sum = useMutation({
    mutationFn: async (): Promise<Ring | undefined> => {
      const { results } = await client.runQuery(graph, SHARED_DEVICES, {
        min_parties: lead.ring.parties.length,
      });
      return ringsIn(results).find(({ device }) => device === lead.ring.device);
    },
    onError: (error) => toast.error(error),
  });
  const find = async (vertex: VertexRef): Promise<void> => {
    const { vertices } = await client.subgraph(graph, { vertices: [vertex], edgeTypes: [] });
    if (vertices.length === 0) throw new Error(t`${vertex.type} ${vertex.id} is not in the graph any more.`);
    props.onFound(vertices);
  };
  const take = (act: Act): void => {
    if (act.kind === 'run') sum.mutate();
    else if (act.kind === 'find') find(act.vertex).catch(toast.error);
    else
      void props.onExpand(act.vertices, act.edgeTypes).then((found) => {
        const brought = broughtBy(act, found);
        if (brought.length > 0) props.onLocate(brought);
      });
  };
  const steps = stepsOf(lead, parts, sum.data);
  const present = steps.findIndex(({ found }) => found === null);
  const search = { workspace_id: workspaceId, graph_name: graph };
  const { id } = useMe();
  const isFound = present < 0 && sum.data !== undefined;
  useEffect(() => {
    if (isFound) rememberGuided(id, workspaceId);
  }, [isFound, id, workspaceId]);
  return (
    <>
      <ol className={own.steps}>
        {steps.map((step, at) => (
          <StepRow
            key={step.title}
            step={step}
            state={present < 0 || at < present ? 'past' : at === present ? 'present' : 'next'}
            number={at + 1}
            busy={sum.isPending}
            onTake={() => take(step.act)}
          />
        ))}
      </ol>
      <div role="status">
        {present < 0 && sum.data !== undefined && (
          <Notice tone="info" title="You found a ring">
            {insightOf(sum.data)}
          </Notice>
        )}
      </div>
      {present < 0 && (
        <div className={classes.buttons}>
          <LinkButton to="/editor" search={search} size="compact-sm">
            Write a query
          </LinkButton>
          <LinkButton
            to="/onboarding/import-csv"
            search={{ workspace_id: workspaceId }}
            size="compact-sm"
            variant="default"
          >
            Bring my own files
          </LinkButton>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              sum.reset();
              props.onAgain();
            }}
          >
            Start again
          </Button>
        </div>
      )}
    </>
  );
}

interface StepRowProps {
  readonly step: Step;
  readonly state: 'past' | 'present' | 'next';
  readonly number: number;
  readonly busy: boolean;
  readonly onTake: () => void;
}

function StepRow({ step, state, number, busy, onTake }: StepRowProps) {
  return (
    <li className={own.step} data-state={state} aria-current={state === 'present' ? 'step' : undefined}>
      <span className={own.mark} aria-hidden="true">
        {state === 'past' ? <IconCheck size={12} stroke={2.6} /> : number}
      </span>
      <div>
        <h3 className={own.title}>{step.title}</h3>
        {state === 'past' && <p className={classes.note}>{step.found}</p>}
        {state === 'present' && (
          <>
            <p className={classes.note}>{step.text}</p>
            <Button size="compact-sm" mt={8} loading={busy} onClick={onTake}>
              {step.label}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
