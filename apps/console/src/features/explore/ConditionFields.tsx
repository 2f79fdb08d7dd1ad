/** Fields that name an attribute of a type and compare it: for filters, styles, patterns and walks. */
import { t } from '@acacia/texts';
import { EXPLORATION_OPERATORS, type AttributeCondition, type WireGraphSchema } from '@acacia/contract';
import { CategoricalPalette } from '@acacia/ui';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { walkableEdgeTypes } from '../workspace-tool/graph-queries.ts';
import classes from './explore.module.css';

type Operator = AttributeCondition['operator'];
export type Comparison = Pick<AttributeCondition, 'operator' | 'value'>;

/** The most options that a list of types or attributes shows at once; typing finds the others. */
export const MOST_OPTIONS = 100;
/** The most options of a list that nobody needs to search. */
const FEW = 8;

export interface AttributedType {
  readonly kind: AttributeCondition['kind'];
  readonly name: string;
  readonly attributes: readonly { readonly name: string; readonly type: string }[];
}

/** The types of a graph that have attributes, reverse edge types aside. */
export const attributedTypes = (schema: WireGraphSchema): readonly AttributedType[] =>
  [
    ...schema.VertexTypes.map((type) => ({ kind: 'vertex' as const, type })),
    ...walkableEdgeTypes(schema).map((type) => ({ kind: 'edge' as const, type })),
  ]
    .filter(({ type }) => type.Attributes.length > 0)
    .map(({ kind, type }) => ({
      kind,
      name: type.Name,
      attributes: type.Attributes.map(({ AttributeName, AttributeType }) => ({
        name: AttributeName,
        type: AttributeType.Name,
      })),
    }));

interface NameFieldProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string | null;
  readonly error?: string | undefined;
  readonly onChange: (name: string | null) => void;
}

export function NameField({ names, ...field }: NameFieldProps) {
  return (
    <Select
      size="xs"
      allowDeselect={false}
      searchable={names.length > FEW}
      limit={MOST_OPTIONS}
      data={[...names]}
      {...field}
    />
  );
}

/** A type and one of its attributes as they are chosen; the first ones until then, null where there are none. */
export function useAttributeChoice(types: readonly AttributedType[]) {
  const [chosenType, setType] = useState<string | null>(null);
  const [chosenAttribute, setAttribute] = useState<string | null>(null);
  const type = types.find(({ name }) => name === chosenType) ?? types[0] ?? null;
  /** @param fits whether an attribute of such a type can be chosen */
  const attributes = (fits: (type: string) => boolean = () => true) => {
    const names = (type?.attributes ?? []).filter((each) => fits(each.type)).map(({ name }) => name);
    return { names, chosen: names.find((name) => name === chosenAttribute) ?? names[0] ?? null };
  };
  return { type, setType, attributes, setAttribute };
}

interface ComparisonFieldsProps extends Comparison {
  /** The condition, for labels where there are several. */
  readonly of?: string;
  readonly onChange: (comparison: Comparison) => void;
}

/** Two fields beside each other: how the attribute is compared, and with what. */
export function ComparisonFields({ operator, value, of, onChange }: ComparisonFieldsProps) {
  return (
    <>
      <Select
        size="xs"
        aria-label={of === undefined ? 'Comparison' : `Comparison of ${of}`}
        allowDeselect={false}
        data={EXPLORATION_OPERATORS.map((each) => ({ value: each, label: operatorText(each) }))}
        value={operator}
        onChange={(next) => onChange({ operator: operatorOf(next), value })}
      />
      <TextInput
        size="xs"
        aria-label={of === undefined ? 'Value' : `Value of ${of}`}
        placeholder="Value"
        spellCheck={false}
        maxLength={1000}
        value={value}
        onChange={(event) => onChange({ operator, value: event.currentTarget.value })}
      />
    </>
  );
}

/** An operator as pages show it. */
export const operatorText = (operator: Operator): string =>
  operator === 'contains' ? t`contains` : operator;

const operatorOf = (text: string | null): Operator =>
  EXPLORATION_OPERATORS.find((each) => each === text) ?? '=';

interface ColorFieldProps {
  readonly label: string;
  readonly value: string;
  /** Why no other colour can be chosen; undefined: it can. */
  readonly refusal?: string | undefined;
  readonly onChange: (color: string) => void;
}

/** A choice among the colours of the palette. */
export function ColorField({ label, value, refusal, onChange }: ColorFieldProps) {
  return (
    <div className={classes.colors} role="radiogroup" aria-label={label}>
      {CategoricalPalette.map((color, i) => (
        <button
          key={color}
          type="button"
          role="radio"
          className={classes.color}
          style={{ backgroundColor: color }}
          aria-checked={value === color}
          disabled={refusal !== undefined}
          title={refusal}
          aria-label={`Colour ${i + 1}`}
          onClick={() => onChange(color)}
        />
      ))}
    </div>
  );
}
