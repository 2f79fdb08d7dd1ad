/** Fields of the edges that are followed, the vertices that may be come to, and conditions on both. */
import { t } from '@acacia/texts';
import type { AttributeCondition, WireGraphSchema } from '@acacia/contract';
import { ActionIcon, Button, MultiSelect, Select } from '@mantine/core';
import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { walkableEdgeTypes } from '../../workspace-tool/graph-queries.ts';
import { attributedTypes, ComparisonFields, MOST_OPTIONS } from '../ConditionFields.tsx';
import classes from '../explore.module.css';
import { MOST_CONDITIONS, type Along } from './walk.ts';

interface AlongFieldsProps {
  readonly schema: WireGraphSchema;
  readonly labels: { readonly edges: string; readonly vertices: string };
  /** The step or paths that are described, for labels where there are several. */
  readonly of?: string | undefined;
  readonly along: Along;
  readonly onAlong: (along: Along) => void;
}

export function AlongFields({ schema, labels, of, along, onAlong }: AlongFieldsProps) {
  const { edgeTypes, vertexTypes, where } = along;
  return (
    <>
      <TypesField
        label={labels.edges}
        everything="All edge types"
        names={walkableEdgeTypes(schema).map(({ Name }) => Name)}
        value={edgeTypes}
        onChange={(next) => onAlong({ ...along, edgeTypes: next })}
      />
      <TypesField
        label={labels.vertices}
        everything="All vertex types"
        names={schema.VertexTypes.map(({ Name }) => Name)}
        value={vertexTypes}
        onChange={(next) => onAlong({ ...along, vertexTypes: next })}
      />
      <WhereFields
        schema={schema}
        of={of}
        where={where}
        onWhere={(next) => onAlong({ ...along, where: next })}
      />
    </>
  );
}

interface TypesFieldProps {
  readonly label: string;
  readonly everything: string;
  readonly names: readonly string[];
  /** Null: all. */
  readonly value: readonly string[] | null;
  readonly onChange: (names: readonly string[] | null) => void;
}

function TypesField({ label, everything, names, value, onChange }: TypesFieldProps) {
  return (
    <MultiSelect
      label={label}
      size="xs"
      placeholder={value === null ? everything : undefined}
      clearable
      searchable={names.length > 8}
      limit={MOST_OPTIONS}
      data={[...names]}
      value={[...(value ?? [])]}
      onChange={(next) => onChange(next.length === 0 ? null : next)}
    />
  );
}

interface WhereFieldsProps {
  readonly schema: WireGraphSchema;
  readonly of: string | undefined;
  readonly where: readonly AttributeCondition[];
  readonly onWhere: (where: readonly AttributeCondition[]) => void;
}

/** An attribute of a type as one option. */
const optionOf = ({
  kind,
  type,
  attribute,
}: Pick<AttributeCondition, 'kind' | 'type' | 'attribute'>): string => `${kind} ${type}.${attribute}`;

function WhereFields({ schema, of, where, onWhere }: WhereFieldsProps) {
  const options = useMemo(
    () =>
      attributedTypes(schema).flatMap(({ kind, name, attributes }) =>
        attributes.map((attribute) => ({ kind, type: name, attribute: attribute.name })),
      ),
    [schema],
  );
  const [first] = options;
  if (first === undefined) return null;
  const set = (at: number, change: Partial<AttributeCondition>) =>
    onWhere(where.map((each, n) => (n === at ? { ...each, ...change } : each)));
  const nameOf = (n: number): string =>
    of === undefined ? t`condition ${n + 1}` : t`condition ${n + 1} of ${of}`;
  return (
    <div className={classes.form}>
      {where.map((condition, n) => (
        // The conditions are places of a list.
        <div key={n} className={classes.walkCondition} role="group" aria-label={`Where, ${nameOf(n)}`}>
          <Select
            size="xs"
            aria-label={`Attribute of ${nameOf(n)}`}
            allowDeselect={false}
            searchable={options.length > 8}
            limit={MOST_OPTIONS}
            data={options.map((option) => ({
              value: optionOf(option),
              label: `${option.type}.${option.attribute}`,
            }))}
            value={optionOf(condition)}
            onChange={(next) => set(n, options.find((option) => optionOf(option) === next) ?? {})}
          />
          <ActionIcon
            size="sm"
            aria-label={`Remove ${nameOf(n)}`}
            onClick={() => onWhere(where.filter((_, each) => each !== n))}
          >
            <IconX size={13} />
          </ActionIcon>
          <ComparisonFields
            operator={condition.operator}
            value={condition.value}
            of={nameOf(n)}
            onChange={(comparison) => set(n, comparison)}
          />
        </div>
      ))}
      {where.length < MOST_CONDITIONS && (
        <Button
          className={classes.walkAdd}
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconFilterPlus size={12} />}
          aria-label={of === undefined ? 'Add a condition' : `Add a condition to ${of}`}
          onClick={() => onWhere([...where, { ...first, operator: '=', value: '' }])}
        >
          Condition
        </Button>
      )}
    </div>
  );
}
