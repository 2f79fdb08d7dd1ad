/**
 * The statistics as charts: counts by type, distributions of degrees, values of attributes. Each chart is a table too.
 */
import { t } from '@acacia/texts';
import { BarChart, HistogramChart } from '@acacia/charts';
import type { DataProfile, GraphStyle } from '@acacia/contract';
import {
  Card,
  DataTable,
  EmptyState,
  formatNumber,
  formatValue,
  formatPercent,
  Stat,
  Stats,
  type DataTableColumn,
} from '@acacia/ui';
import { NativeSelect } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import classes from './data-profile.module.css';
import {
  degreesOf,
  describedTypes,
  edgeBars,
  filledPercent,
  totalsOf,
  vertexBars,
  type AttributeProfile,
  type Described,
} from './profile-figures.ts';

interface ProfileFiguresProps {
  readonly profile: DataProfile;
  /** Style of the profiled graph; undefined while it is unknown. */
  readonly style: GraphStyle | undefined;
}

export function ProfileFigures({ profile, style }: ProfileFiguresProps) {
  const totals = totalsOf(profile);
  const vertices = useMemo(() => vertexBars(profile, style), [profile, style]);
  const edges = useMemo(() => edgeBars(profile, style), [profile, style]);
  const described = useMemo(() => describedTypes(profile), [profile]);
  if (totals.vertexTypes === 0) {
    return (
      <Card>
        <EmptyState
          compact
          icon={<IconTopologyStar3 size={22} stroke={1.6} />}
          title="No types"
          description={`The graph ${profile.graph} has no vertex type yet.`}
        />
      </Card>
    );
  }
  return (
    <>
      <Stats>
        <Stat label="Vertices" value={formatNumber(totals.vertices)} />
        <Stat label="Edges" value={formatNumber(totals.edges)} />
        <Stat label="Vertex types" value={formatNumber(totals.vertexTypes)} />
        <Stat label="Edge types" value={formatNumber(totals.edgeTypes)} />
      </Stats>
      <div className={classes.pair}>
        <Card>
          <BarChart title="Vertices per type" what="Vertices" bars={vertices} />
        </Card>
        <Card>
          <BarChart title="Edges per type" what="Edges" bars={edges} />
        </Card>
      </div>
      {profile.edges.length > 0 && <Degrees edges={profile.edges} />}
      {described.length > 0 && <Attributes types={described} />}
    </>
  );
}

function Degrees({ edges }: { readonly edges: DataProfile['edges'] }) {
  const [chosen, setChosen] = useState(edges[0]?.type);
  const edge = edges.find(({ type }) => type === chosen) ?? edges[0];
  if (edge === undefined) return null;
  const { axis, sentence } = degreesOf(edge);
  return (
    <Card title="Degrees" description={sentence}>
      <NativeSelect
        label="Edge type"
        className={classes.type}
        value={edge.type}
        data={edges.map(({ type }) => type)}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <HistogramChart title={`Degrees of ${edge.type}`} what="Vertices" axis={axis} bars={edge.degrees} log />
    </Card>
  );
}

function Attributes({ types }: { readonly types: readonly Described[] }) {
  const [chosen, setChosen] = useState(types[0]?.key);
  const [named, setNamed] = useState<string | null>(null);
  const type = types.find(({ key }) => key === chosen) ?? types[0];
  const attribute = type?.attributes.find(({ name }) => name === named) ?? type?.attributes[0];
  const rows = type?.rows ?? 0;
  const columns = useMemo(
    (): DataTableColumn<AttributeProfile>[] => [
      {
        id: 'name',
        header: t`Attribute`,
        sortBy: ({ name }) => name,
        cell: ({ name }) => (
          <button
            type="button"
            className={classes.attribute}
            aria-pressed={name === attribute?.name}
            onClick={() => setNamed(name)}
          >
            {name}
          </button>
        ),
      },
      { id: 'type', header: t`Type`, sortBy: (each) => each.type, cell: (each) => <code>{each.type}</code> },
      {
        id: 'filled',
        header: t`Filled`,
        align: 'right',
        sortBy: ({ filled }) => filled,
        cell: (each) => formatPercent(filledPercent(each, rows)),
      },
      {
        id: 'distinct',
        header: t`Distinct`,
        align: 'right',
        sortBy: ({ distinct }) => distinct,
        cell: ({ distinct }) => formatNumber(distinct),
      },
      {
        id: 'min',
        header: t`Least`,
        text: ({ min }) => min ?? '',
        cell: ({ min, type }) => <Value text={min} type={type} />,
      },
      {
        id: 'max',
        header: t`Greatest`,
        text: ({ max }) => max ?? '',
        cell: ({ max, type }) => <Value text={max} type={type} />,
      },
    ],
    [attribute?.name, rows],
  );
  if (type === undefined || attribute === undefined) return null;
  return (
    <Card
      title="Attributes"
      description={
        type.rows < type.count
          ? `From a sample of ${formatNumber(type.rows)} of ${formatNumber(type.count)}.`
          : `From all ${formatNumber(type.count)}.`
      }
    >
      <NativeSelect
        label="Type"
        className={classes.type}
        value={type.key}
        data={types.map(({ key, label }) => ({ value: key, label }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <div className={classes.attributes}>
        <DataTable
          label={`Attributes of ${type.label}`}
          columns={columns}
          rows={type.attributes}
          rowKey={({ name }) => name}
          exportName={t`${type.label} attributes`}
          empty={null}
        />
        <HistogramChart
          title={`Values of ${attribute.name}`}
          what="Rows"
          axis={attribute.name}
          bars={attribute.histogram}
          empty={
            type.count === 0 ? t`There is nothing to count.` : t`All values differ: none is there more often.`
          }
        />
      </div>
    </Card>
  );
}

const FRACTIONS: ReadonlySet<string> = new Set(['DOUBLE', 'FLOAT']);

/** A value, rounded where it has a fraction, in full on hover; nothing for null, quotes for an empty text. */
function Value({ text, type }: { readonly text: string | null; readonly type: string }) {
  if (text === null) return <span className={classes.none}>–</span>;
  return (
    <span className={classes.value} title={text}>
      {text === '' ? '""' : FRACTIONS.has(type) ? formatValue(Number(text)) : text}
    </span>
  );
}
