/** A pattern drawn step by step, shown as the GSQL that it is. */
import { t } from '@acacia/texts';
import { freeFileName, type ExplorationPattern, type WireGraphSchema } from '@acacia/contract';
import { CopyButton, Form, toast } from '@acacia/ui';
import '@mantine/core/styles/NumberInput.layer.css';
import { ActionIcon, Button, NumberInput, Select, Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsVertical,
  IconArrowUp,
  IconFilterPlus,
  IconPlus,
  IconX,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useServices } from '../../../services/services.ts';
import { endsOfType, walkableEdgeTypes } from '../../workspace-tool/graph-queries.ts';
import type { TypeColors } from '../../workspace-tool/type-colors.ts';
import { ComparisonFields, MOST_OPTIONS } from '../ConditionFields.tsx';
import classes from '../explore.module.css';
import { MOST_MATCHES, patternGsql, patternOfType } from './pattern.ts';

interface PatternPanelProps {
  readonly graph: string;
  readonly workspaceId: string;
  readonly schema: WireGraphSchema;
  readonly colors: TypeColors;
  readonly pattern: ExplorationPattern | null;
  readonly onPattern: (pattern: ExplorationPattern | null) => void;
  readonly onRun: (pattern: ExplorationPattern) => void;
}

type Step = ExplorationPattern['steps'][number];
type Link = ExplorationPattern['links'][number];
type Condition = Step['where'][number];

const MOST_STEPS = 8;
const ANY = ' any';
const WAYS = {
  out: { next: 'in', label: t`leading on`, icon: IconArrowDown },
  in: { next: 'any', label: t`leading back`, icon: IconArrowUp },
  any: { next: 'out', label: t`either way`, icon: IconArrowsVertical },
} as const;

const replaced = <T,>(list: readonly T[], at: number, item: T): T[] =>
  list.map((each, n) => (n === at ? item : each));

export function PatternPanel(props: PatternPanelProps) {
  const { graph, workspaceId, schema, colors, onPattern, onRun } = props;
  const { cloud } = useServices();
  const navigate = useNavigate();
  const types = schema.VertexTypes.map(({ Name }) => Name);
  const pattern = props.pattern ?? patternOfType(types[0] ?? '');
  const { steps, links, limit } = pattern;
  const gsql = types.length === 0 ? null : patternGsql(pattern, schema, graph);
  const text = gsql !== null && 'text' in gsql ? gsql.text : null;
  const edgeTypes = walkableEdgeTypes(schema);

  const setStep = (at: number, step: Step) => onPattern({ ...pattern, steps: replaced(steps, at, step) });
  const setLink = (at: number, link: Link) => onPattern({ ...pattern, links: replaced(links, at, link) });
  /** Adds the vertex that an edge of the last one leads to. */
  const addStep = () => {
    const last = steps.at(-1)?.type ?? '';
    const pairs = edgeTypes.flatMap((type) =>
      endsOfType(type).flatMap(({ From, To }) => [
        ...(From === last
          ? [{ type: type.Name, direction: type.IsDirected ? ('out' as const) : 'any', to: To } as const]
          : []),
        ...(To === last
          ? [{ type: type.Name, direction: type.IsDirected ? ('in' as const) : 'any', to: From } as const]
          : []),
      ]),
    );
    const next = pairs.find(({ to }) => to !== last) ?? pairs[0];
    const link: Link =
      next === undefined
        ? { type: null, direction: 'any', where: [] }
        : { type: next.type, direction: next.direction, where: [] };
    onPattern({
      ...pattern,
      steps: [...steps, { type: next === undefined ? last : next.to, where: [] }],
      links: [...links, link],
    });
  };
  const removeLast = () => onPattern({ ...pattern, steps: steps.slice(0, -1), links: links.slice(0, -1) });

  const openInEditor = async () => {
    if (text === null) return;
    const { files } = await cloud.listFiles({});
    const taken = new Set(files.filter((file) => file.permission === 'owner').map(({ name }) => name));
    const made = await cloud.createFile({
      body: { name: freeFileName('pattern.gsql', taken), content: `${text}\n` },
    });
    await navigate({
      to: '/editor',
      search: { workspace_id: workspaceId, graph_name: graph, fileId: made.file_id },
    });
  };

  return (
    <Form
      className={classes.form}
      aria-label="Pattern"
      onSubmit={() => {
        if (text !== null) onRun(pattern);
      }}
    >
      <ol className={classes.pattern}>
        {steps.map((step, n) => {
          const link = links[n];
          return (
            // The steps are places of the pattern.
            <li key={n}>
              <div className={classes.patternStep}>
                <span
                  aria-hidden
                  className={classes.patternDot}
                  style={{ background: colors.vertex(step.type) }}
                />
                <Select
                  size="xs"
                  aria-label={`Type of vertex ${n + 1}`}
                  allowDeselect={false}
                  searchable={types.length > 8}
                  limit={MOST_OPTIONS}
                  data={types}
                  value={step.type}
                  onChange={(type) => setStep(n, { type: type ?? step.type, where: [] })}
                />
                {n > 0 && n === steps.length - 1 && (
                  <ActionIcon size="sm" aria-label={`Remove vertex ${n + 1}`} onClick={removeLast}>
                    <IconX size={13} />
                  </ActionIcon>
                )}
              </div>
              <Conditions
                label={`vertex ${n + 1}`}
                attributes={attributesOf(schema.VertexTypes, step.type)}
                where={step.where}
                onWhere={(where) => setStep(n, { ...step, where })}
              />
              {link !== undefined && (
                <div className={classes.patternLink}>
                  <div className={classes.patternStep}>
                    <Way
                      link={link}
                      at={n}
                      directed={isDirected(schema, link)}
                      onLink={(next) => setLink(n, next)}
                    />
                    <Select
                      size="xs"
                      aria-label={`Type of edge ${n + 1}`}
                      allowDeselect={false}
                      searchable={edgeTypes.length > 8}
                      limit={MOST_OPTIONS}
                      data={[
                        { value: ANY, label: t`Any edge` },
                        ...edgeTypes.map(({ Name }) => ({ value: Name, label: Name })),
                      ]}
                      value={link.type ?? ANY}
                      onChange={(value) => {
                        const type = value === ANY ? null : value;
                        const next = { ...link, type, where: [] };
                        setLink(n, isDirected(schema, next) ? next : { ...next, direction: 'any' });
                      }}
                    />
                  </div>
                  <Conditions
                    label={`edge ${n + 1}`}
                    attributes={link.type === null ? [] : attributesOf(schema.EdgeTypes, link.type)}
                    where={link.where}
                    onWhere={(where) => setLink(n, { ...link, where })}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <Button
        size="compact-xs"
        variant="subtle"
        disabled={steps.length >= MOST_STEPS || edgeTypes.length === 0}
        leftSection={<IconPlus size={13} />}
        onClick={addStep}
      >
        Add a step
      </Button>
      <NumberInput
        label="Matches at most"
        size="xs"
        min={1}
        max={MOST_MATCHES}
        allowDecimal={false}
        clampBehavior="strict"
        value={limit}
        onChange={(value) => onPattern({ ...pattern, limit: Math.max(1, Number(value) || 1) })}
      />
      <Button type="submit" size="xs" disabled={text === null}>
        Find matches
      </Button>
      {gsql !== null && 'problem' in gsql && (
        <p role="alert" className={classes.problem}>
          {gsql.problem}
        </p>
      )}
      {text !== null && (
        <>
          <div className={classes.gsqlHead}>
            <span className={classes.note}>As GSQL</span>
            <CopyButton value={text} label="GSQL" />
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => void openInEditor().catch((error: unknown) => toast.error(error))}
            >
              Open in the editor
            </Button>
          </div>
          <pre className={classes.gsql} tabIndex={0} aria-label="The pattern as GSQL">
            {text}
          </pre>
        </>
      )}
    </Form>
  );
}

const isDirected = (schema: WireGraphSchema, { type }: Link): boolean =>
  type === null || schema.EdgeTypes.some(({ Name, IsDirected }) => Name === type && IsDirected);

const attributesOf = (
  types: readonly Pick<WireGraphSchema['VertexTypes'][number], 'Name' | 'Attributes'>[],
  type: string,
): readonly string[] =>
  types.find(({ Name }) => Name === type)?.Attributes.map(({ AttributeName }) => AttributeName) ?? [];

interface WayProps {
  readonly link: Link;
  readonly at: number;
  readonly directed: boolean;
  readonly onLink: (link: Link) => void;
}

/** The direction of an edge, changed by a press. */
function Way({ link, at, directed, onLink }: WayProps) {
  const { next, label, icon: Icon } = WAYS[link.direction];
  const text = t`Direction of edge ${at + 1}: ${label}`;
  return (
    <Tooltip label={directed ? text : 'Edges of this type have no direction'}>
      <ActionIcon
        size="sm"
        aria-label={text}
        disabled={!directed}
        onClick={() => onLink({ ...link, direction: next })}
      >
        <Icon size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

interface ConditionsProps {
  readonly label: string;
  readonly attributes: readonly string[];
  readonly where: readonly Condition[];
  readonly onWhere: (where: Condition[]) => void;
}

function Conditions({ label, attributes, where, onWhere }: ConditionsProps) {
  const [first] = attributes;
  if (first === undefined) return null;
  return (
    <div className={classes.patternWhere}>
      {where.map((condition, n) => {
        const set = (change: Partial<Condition>) => onWhere(replaced(where, n, { ...condition, ...change }));
        return (
          // The conditions are places of a list.
          <div key={n} className={classes.patternCondition}>
            <Select
              size="xs"
              aria-label={`Attribute of ${label}, condition ${n + 1}`}
              allowDeselect={false}
              data={[...attributes]}
              value={condition.attribute}
              onChange={(attribute) => set({ attribute: attribute ?? condition.attribute })}
            />
            <ComparisonFields {...condition} of={t`${label}, condition ${n + 1}`} onChange={set} />
            <ActionIcon
              size="sm"
              aria-label={`Remove condition ${n + 1} of ${label}`}
              onClick={() => onWhere(where.filter((_, each) => each !== n))}
            >
              <IconX size={13} />
            </ActionIcon>
          </div>
        );
      })}
      {where.length < 10 && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconFilterPlus size={12} />}
          aria-label={`Add a condition on ${label}`}
          onClick={() => onWhere([...where, { attribute: first, operator: '=', value: '' }])}
        >
          Condition
        </Button>
      )}
    </div>
  );
}
