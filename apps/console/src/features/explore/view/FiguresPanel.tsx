/** Figures of the selection, or of all that is in sight: counts by type, and one attribute with its chart. */
import { t } from '@acacia/texts';
import { BarChart } from '@acacia/charts';
import type { GraphData, GraphSelection } from '@acacia/graph-view';
import { formatNumber } from '@acacia/ui';
import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { NEUTRAL, type TypeColors } from '../../workspace-tool/type-colors.ts';
import { countsOf } from '../../workspace-tool/visible-types.ts';
import classes from '../explore.module.css';
import { attributeNames, figuresOf } from './statistics.ts';

interface FiguresPanelProps {
  /** The graph in sight. */
  readonly data: GraphData;
  readonly selection: GraphSelection;
  readonly colors: TypeColors;
}

export function FiguresPanel({ data, selection, colors }: FiguresPanelProps) {
  const elements = useMemo(() => {
    const [nodes, edges] = [new Set(selection.nodes), new Set(selection.edges)];
    if (nodes.size + edges.size === 0) return [...data.nodes, ...data.edges];
    return [...data.nodes.filter(({ id }) => nodes.has(id)), ...data.edges.filter(({ id }) => edges.has(id))];
  }, [data, selection]);
  const counts = useMemo(() => [...countsOf(elements)], [elements]);
  const [chosenType, setType] = useState<string | null>(null);
  const type = counts.some(([name]) => name === chosenType) ? chosenType : (counts[0]?.[0] ?? null);
  const ofType = useMemo(() => elements.filter((each) => each.type === type), [elements, type]);
  const names = useMemo(() => attributeNames(ofType), [ofType]);
  const [chosenAttribute, setAttribute] = useState<string | null>(null);
  const attribute = names.find((name) => name === chosenAttribute) ?? names[0];
  const figures = useMemo(
    () => (attribute === undefined ? null : figuresOf(ofType, attribute)),
    [ofType, attribute],
  );
  const isSelection = selection.nodes.length + selection.edges.length > 0;
  const vertexTypes = useMemo(() => new Set(data.nodes.map((node) => node.type)), [data]);
  const colorOf = (name: string): string =>
    vertexTypes.has(name) ? colors.vertex(name) : (colors.edge(name) ?? NEUTRAL);
  return (
    <section className={classes.section} aria-label="Figures">
      <p className={classes.note}>
        {isSelection
          ? `Of the ${formatNumber(elements.length)} selected.`
          : 'Of everything in sight; select something for its figures alone.'}
      </p>
      {counts.length > 0 && (
        <BarChart
          title={isSelection ? 'Selected by type' : 'In sight by type'}
          what="Elements"
          bars={counts.map(([label, count]) => ({
            label,
            count,
            color: colorOf(label),
          }))}
        />
      )}
      <div className={classes.form}>
        <Select
          size="xs"
          label="Type"
          allowDeselect={false}
          data={counts.map(([name]) => name)}
          value={type}
          onChange={setType}
        />
        {attribute === undefined ? (
          <p className={classes.note}>This type has no attributes.</p>
        ) : (
          <Select
            size="xs"
            label="Attribute"
            allowDeselect={false}
            data={[...names]}
            value={attribute}
            onChange={setAttribute}
          />
        )}
      </div>
      {figures !== null && attribute !== undefined && (
        <>
          <dl className={classes.figures}>
            <Figure name={t`With a value`} value={formatNumber(figures.count - figures.missing)} />
            <Figure name={t`Without`} value={formatNumber(figures.missing)} />
            <Figure name={t`Different`} value={formatNumber(figures.distinct)} />
            {figures.numbers !== null && (
              <>
                <Figure name={t`Least`} value={figures.numbers.least} />
                <Figure name={t`Most`} value={figures.numbers.most} />
                {figures.numbers.mean !== undefined && <Figure name={t`Mean`} value={figures.numbers.mean} />}
                {figures.numbers.sum !== undefined && <Figure name={t`Sum`} value={figures.numbers.sum} />}
              </>
            )}
          </dl>
          {figures.bars.length > 0 && (
            <BarChart
              title={`${type ?? ''} by ${attribute}`}
              what="Elements"
              bars={figures.bars.map((bar) => ({ ...bar, color: colorOf(type ?? '') }))}
            />
          )}
        </>
      )}
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
