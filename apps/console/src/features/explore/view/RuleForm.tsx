/** The form of a style rule: how elements of a type look by one of their attributes. */
import { t } from '@acacia/texts';
import type { StyleRule, WireGraphSchema } from '@acacia/contract';
import { CategoricalPalette, Form } from '@acacia/ui';
import { Button, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import {
  attributedTypes,
  ColorField,
  ComparisonFields,
  NameField,
  useAttributeChoice,
  type Comparison,
} from '../ConditionFields.tsx';
import classes from '../explore.module.css';
import { SIZES } from './sizes.ts';

const HOW = [
  { value: 'value', label: t`A colour for each value` },
  { value: 'color', label: t`Colour from low to high` },
  { value: 'size', label: t`Size from low to high` },
  { value: 'condition', label: t`Where a condition is met` },
] as const;
type How = (typeof HOW)[number]['value'];

const MEASURED: ReadonlySet<string> = new Set(['INT', 'UINT', 'FLOAT', 'DOUBLE', 'DATETIME']);

interface RuleFormProps {
  readonly schema: WireGraphSchema;
  readonly disabled: boolean;
  readonly onAdd: (rule: StyleRule) => void;
}

export function RuleForm({ schema, disabled, onAdd }: RuleFormProps) {
  const types = useMemo(() => attributedTypes(schema), [schema]);
  const { type, setType, attributes, setAttribute } = useAttributeChoice(types);
  const [how, setHow] = useState<How>('value');
  const [comparison, setComparison] = useState<Comparison>({ operator: '=', value: '' });
  const [color, setColor] = useState<string>(CategoricalPalette[3]);
  const [size, setSize] = useState('1.5');
  if (type === null) return <p className={classes.note}>The types have no attributes.</p>;
  const isScale = how === 'color' || how === 'size';
  const { names, chosen: attribute } = attributes((each) => !isScale || MEASURED.has(each));
  const add = () => {
    if (attribute === null) return;
    const of = { id: crypto.randomUUID(), kind: type.kind, type: type.name, attribute };
    if (how === 'value') onAdd({ by: 'value', ...of });
    else if (how === 'condition')
      onAdd({
        by: 'condition',
        ...of,
        ...comparison,
        color,
        ...(size === '1' ? {} : { size: Number(size) }),
      });
    else onAdd({ by: 'scale', ...of, channel: how });
  };
  return (
    <Form className={classes.form} aria-label="New rule" onSubmit={add}>
      <NameField label="Type" names={types.map(({ name }) => name)} value={type.name} onChange={setType} />
      <Select
        size="xs"
        label="Look"
        allowDeselect={false}
        data={[...HOW]}
        value={how}
        onChange={(next) => setHow(HOW.find((each) => each.value === next)?.value ?? 'value')}
      />
      <NameField
        label="Attribute"
        names={names}
        value={attribute}
        error={attribute === null ? t`${type.name} has no numbers and no dates.` : undefined}
        onChange={setAttribute}
      />
      {how === 'condition' && (
        <>
          <div className={classes.condition}>
            <ComparisonFields {...comparison} onChange={setComparison} />
          </div>
          <ColorField label="Colour where it is met" value={color} onChange={setColor} />
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
        disabled={disabled || attribute === null}
        leftSection={<IconPlus size={14} />}
      >
        Add rule
      </Button>
    </Form>
  );
}
