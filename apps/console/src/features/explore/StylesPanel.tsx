/** Looks of vertices: by type (colour, size, label), and by rules over attributes. */
import {
  EXPLORATION_LIMITS,
  EXPLORATION_OPERATORS,
  type ExplorationStyles,
  type StyleRule,
  type WireGraphSchema,
} from '@acacia/contract';
import { CategoricalPalette, EmptyState, Form } from '@acacia/ui';
import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { walkableEdgeTypes } from '../workspace-tool/graph-queries.ts';
import type { TypeColors } from '../workspace-tool/type-colors.ts';
import classes from './explore.module.css';

interface StylesPanelProps {
  readonly schema: WireGraphSchema;
  readonly colors: TypeColors;
  readonly styles: ExplorationStyles;
  readonly onStyles: (styles: ExplorationStyles) => void;
  readonly onColor: (type: string, color: string) => void;
  /** Whose styles these are, in a sentence. */
  readonly whose: string;
  /** Keeps them with the graph, for everybody who has none of their own. */
  readonly onShare: () => void;
  /** Takes those of the graph instead. */
  readonly onReset: () => void;
}

const SIZES = [
  { value: '0.7', label: 'Small' },
  { value: '1', label: 'Usual' },
  { value: '1.5', label: 'Large' },
  { value: '2.2', label: 'Very large' },
] as const;

export function StylesPanel(props: StylesPanelProps) {
  const { schema, colors, styles, onStyles, onColor } = props;
  const { looks, rules } = styles;
  if (schema.VertexTypes.length === 0) {
    return <EmptyState compact title="No types" description="The graph has no vertex types yet." />;
  }
  const setRules = (next: readonly StyleRule[]) => onStyles({ ...styles, rules: [...next] });
  return (
    <>
      <section className={classes.section} aria-label="Rules">
        <h2 className={classes.heading}>By value</h2>
        <ol className={classes.chips} aria-label="Style rules">
          {rules.map((rule, n) => {
            const text = ruleText(rule);
            return (
              <li key={rule.id}>
                {text}
                <span className={classes.chipActions}>
                  {n > 0 && (
                    <ActionIcon
                      size="xs"
                      aria-label={`Move the rule ${text} up`}
                      onClick={() => setRules(raised(rules, n))}
                    >
                      <IconArrowUp size={12} />
                    </ActionIcon>
                  )}
                  <ActionIcon
                    size="xs"
                    aria-label={`Remove the rule ${text}`}
                    onClick={() => setRules(rules.filter((_, each) => each !== n))}
                  >
                    <IconX size={12} />
                  </ActionIcon>
                </span>
              </li>
            );
          })}
        </ol>
        {rules.length > 1 && <p className={classes.note}>The first rule that fits counts.</p>}
        <RuleForm
          schema={schema}
          disabled={rules.length >= EXPLORATION_LIMITS.rules}
          onAdd={(rule) => setRules([...rules, rule])}
        />
      </section>
      <section className={classes.section} aria-label="Whose styles">
        <p className={classes.note}>{props.whose}</p>
        <div className={classes.buttons}>
          <Button size="compact-sm" variant="default" onClick={props.onShare}>
            Use for everybody
          </Button>
          <Button size="compact-sm" variant="default" onClick={props.onReset}>
            As the graph has it
          </Button>
        </div>
      </section>
      <section className={classes.section} aria-label="Styles">
        <h2 className={classes.heading}>By type</h2>
        {schema.VertexTypes.map(({ Name: type, Attributes: attributes }) => {
          const look = looks[type] ?? {};
          const setLook = (next: ExplorationStyles['looks'][string]) =>
            onStyles({ ...styles, looks: { ...looks, [type]: next } });
          return (
            <div key={type} className={classes.look} role="group" aria-label={type}>
              <div className={classes.title}>
                <span aria-hidden className={classes.swatch} style={{ background: colors.vertex(type) }} />
                {type}
              </div>
              <div className={classes.colors} role="radiogroup" aria-label={`Colour of ${type}`}>
                {CategoricalPalette.map((color, i) => (
                  <button
                    key={color}
                    type="button"
                    role="radio"
                    className={classes.color}
                    style={{ backgroundColor: color }}
                    aria-checked={colors.vertex(type) === color}
                    aria-label={`Colour ${i + 1}`}
                    onClick={() => onColor(type, color)}
                  />
                ))}
              </div>
              <div className={classes.condition} style={{ gridTemplateColumns: '1fr 1fr' }}>
                <Select
                  label="Size"
                  size="xs"
                  allowDeselect={false}
                  data={[...SIZES]}
                  value={String(look.size ?? 1)}
                  onChange={(value) => setLook({ ...look, size: Number(value) })}
                />
                <Select
                  label="Label"
                  size="xs"
                  placeholder="By itself"
                  clearable
                  data={attributes.map((attribute) => attribute.AttributeName)}
                  value={look.label ?? null}
                  onChange={(label) => setLook({ ...look, label: label ?? undefined })}
                />
              </div>
            </div>
          );
        })}
      </section>
    </>
  );
}

/** The rules with one of them a place earlier. */
function raised(rules: readonly StyleRule[], at: number): readonly StyleRule[] {
  const [before, rule] = [rules[at - 1], rules[at]];
  if (before === undefined || rule === undefined) return rules;
  return [...rules.slice(0, at - 1), rule, before, ...rules.slice(at + 1)];
}

function ruleText(rule: StyleRule): string {
  const subject = `${rule.type}: `;
  if (rule.by === 'value') return `${subject}colour by ${rule.attribute}`;
  if (rule.by === 'scale')
    return `${subject}${rule.channel === 'color' ? 'colour' : 'size'} along ${rule.attribute}`;
  const look = [
    ...(rule.color === undefined ? [] : ['coloured']),
    ...(rule.size === undefined ? [] : [rule.size > 1 ? 'large' : 'small']),
  ];
  return `${subject}${look.join(' and ')} where ${rule.attribute} ${rule.operator} ${rule.value}`;
}

const HOW = [
  { value: 'value', label: 'A colour for each value' },
  { value: 'color', label: 'Colour from low to high' },
  { value: 'size', label: 'Size from low to high' },
  { value: 'condition', label: 'Where a condition is met' },
] as const;
type How = (typeof HOW)[number]['value'];

const MEASURED: ReadonlySet<string> = new Set(['INT', 'UINT', 'FLOAT', 'DOUBLE', 'DATETIME']);

interface RuleFormProps {
  readonly schema: WireGraphSchema;
  readonly disabled: boolean;
  readonly onAdd: (rule: StyleRule) => void;
}

function RuleForm({ schema, disabled, onAdd }: RuleFormProps) {
  const types = [
    ...schema.VertexTypes.map(({ Name, Attributes }) => ({ kind: 'vertex' as const, Name, Attributes })),
    ...walkableEdgeTypes(schema).map(({ Name, Attributes }) => ({ kind: 'edge' as const, Name, Attributes })),
  ].filter(({ Attributes }) => Attributes.length > 0);
  const [chosenType, setType] = useState<string | null>(null);
  const type = types.find(({ Name }) => Name === chosenType) ?? types[0];
  const [how, setHow] = useState<How>('value');
  const names = (type?.Attributes ?? [])
    .filter(({ AttributeType }) => (how !== 'color' && how !== 'size') || MEASURED.has(AttributeType.Name))
    .map(({ AttributeName }) => AttributeName);
  const [chosenAttribute, setAttribute] = useState<string | null>(null);
  const attribute = names.find((name) => name === chosenAttribute) ?? names[0];
  const [operator, setOperator] = useState<(typeof EXPLORATION_OPERATORS)[number]>('=');
  const [value, setValue] = useState('');
  const [color, setColor] = useState<string>(CategoricalPalette[3]);
  const [size, setSize] = useState('1.5');
  if (type === undefined) return <p className={classes.note}>The types have no attributes.</p>;
  const add = () => {
    if (attribute === undefined) return;
    const of = { id: crypto.randomUUID(), kind: type.kind, type: type.Name, attribute };
    if (how === 'value') onAdd({ by: 'value', ...of });
    else if (how === 'condition')
      onAdd({
        by: 'condition',
        ...of,
        operator,
        value,
        color,
        ...(size === '1' ? {} : { size: Number(size) }),
      });
    else onAdd({ by: 'scale', ...of, channel: how });
  };
  return (
    <Form className={classes.form} aria-label="New rule" onSubmit={add}>
      <Select
        size="xs"
        label="Type"
        allowDeselect={false}
        searchable={types.length > 8}
        data={types.map(({ Name }) => Name)}
        value={type.Name}
        onChange={setType}
      />
      <Select
        size="xs"
        label="Look"
        allowDeselect={false}
        data={[...HOW]}
        value={how}
        onChange={(next) => setHow(HOW.find((each) => each.value === next)?.value ?? 'value')}
      />
      <Select
        size="xs"
        label="Attribute"
        allowDeselect={false}
        searchable={names.length > 8}
        data={names}
        value={attribute ?? null}
        error={attribute === undefined ? `${type.Name} has no numbers and no dates.` : undefined}
        onChange={setAttribute}
      />
      {how === 'condition' && (
        <>
          <div className={classes.condition}>
            <Select
              size="xs"
              aria-label="Comparison"
              allowDeselect={false}
              data={[...EXPLORATION_OPERATORS]}
              value={operator}
              onChange={(next) => setOperator(EXPLORATION_OPERATORS.find((each) => each === next) ?? '=')}
            />
            <TextInput
              size="xs"
              aria-label="Value"
              placeholder="Value"
              maxLength={1000}
              spellCheck={false}
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
            />
          </div>
          <div className={classes.colors} role="radiogroup" aria-label="Colour where it is met">
            {CategoricalPalette.map((each, i) => (
              <button
                key={each}
                type="button"
                role="radio"
                className={classes.color}
                style={{ backgroundColor: each }}
                aria-checked={color === each}
                aria-label={`Colour ${i + 1}`}
                onClick={() => setColor(each)}
              />
            ))}
          </div>
          <Select
            size="xs"
            label="Size"
            allowDeselect={false}
            data={[...SIZES]}
            value={size}
            onChange={(next) => setSize(next ?? '1')}
          />
        </>
      )}
      <Button
        type="submit"
        size="xs"
        variant="default"
        disabled={disabled || attribute === undefined}
        leftSection={<IconPlus size={14} />}
      >
        Add rule
      </Button>
    </Form>
  );
}
