/** The panel of filters: conditions on attributes, hidden vertices, groups. */
import {
  EXPLORATION_LIMITS,
  type AttributeCondition,
  type ExplorationView,
  type WireGraphSchema,
} from '@acacia/contract';
import { Form, formatNumber } from '@acacia/ui';
import { ActionIcon, Button } from '@mantine/core';
import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import {
  attributedTypes,
  ComparisonFields,
  NameField,
  useAttributeChoice,
  type Comparison,
  operatorText,
} from '../ConditionFields.tsx';
import classes from '../explore.module.css';
import { PLAIN_VIEW, showAll, ungrouped } from './view.ts';

interface FilterPanelProps {
  readonly schema: WireGraphSchema;
  readonly view: ExplorationView;
  readonly onView: (view: ExplorationView) => void;
}

export function FilterPanel({ schema, view, onView }: FilterPanelProps) {
  const { filters, hidden, groups } = view;
  const isPlain =
    filters.length === 0 &&
    view.time === null &&
    JSON.stringify(hidden) === JSON.stringify(PLAIN_VIEW.hidden);
  return (
    <>
      <section className={classes.section} aria-label="Filters">
        <h2 className={classes.heading}>Show only</h2>
        <ul className={classes.chips} aria-label="Conditions">
          {filters.map((filter, n) => {
            const text = `${filter.type}: ${filter.attribute} ${operatorText(filter.operator)} ${filter.value}`;
            return (
              <li key={`${text} ${n}`}>
                {text}
                <ActionIcon
                  size="xs"
                  aria-label={`Remove the condition ${text}`}
                  onClick={() => onView({ ...view, filters: filters.filter((_, each) => each !== n) })}
                >
                  <IconX size={12} />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
        <ConditionForm
          schema={schema}
          disabled={filters.length >= EXPLORATION_LIMITS.filters}
          onAdd={(filter) => onView({ ...view, filters: [...filters, filter] })}
        />
      </section>
      <section className={classes.section} aria-label="Hidden">
        <h2 className={classes.heading}>Hidden</h2>
        <p className={classes.note}>
          {hidden.vertices.length === 0
            ? 'No single vertices are hidden.'
            : `${formatNumber(hidden.vertices.length)} vertices are hidden.`}
        </p>
        <div className={classes.buttons}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={hidden.vertices.length === 0}
            onClick={() => onView({ ...view, hidden: { ...hidden, vertices: [] } })}
          >
            Show hidden vertices
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isPlain}
            onClick={() => onView(showAll(view))}
          >
            Show everything
          </Button>
        </div>
      </section>
      <section className={classes.section} aria-label="Groups">
        <h2 className={classes.heading}>Groups</h2>
        {groups.length === 0 && (
          <p className={classes.note}>Select vertices and fold them into one with “Group”, in Details.</p>
        )}
        <ul className={classes.chips}>
          {groups.map(({ name, members }, n) => (
            <li key={`${name} ${n}`}>
              {name} ({formatNumber(members.length)})
              <ActionIcon size="xs" aria-label={`Unfold ${name}`} onClick={() => onView(ungrouped(view, n))}>
                <IconX size={12} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

interface ConditionFormProps {
  readonly schema: WireGraphSchema;
  readonly disabled: boolean;
  readonly onAdd: (condition: AttributeCondition) => void;
}

function ConditionForm({ schema, disabled, onAdd }: ConditionFormProps) {
  const types = useMemo(() => attributedTypes(schema), [schema]);
  const { type, setType, attributes, setAttribute } = useAttributeChoice(types);
  const [comparison, setComparison] = useState<Comparison>({ operator: '=', value: '' });
  const { names, chosen: attribute } = attributes();
  if (type === null || attribute === null)
    return <p className={classes.note}>The types of this graph have no attributes.</p>;
  return (
    <Form
      className={classes.form}
      aria-label="New condition"
      onSubmit={() => onAdd({ kind: type.kind, type: type.name, attribute, ...comparison })}
    >
      <NameField label="Type" names={types.map(({ name }) => name)} value={type.name} onChange={setType} />
      <NameField label="Attribute" names={names} value={attribute} onChange={setAttribute} />
      <div className={classes.condition}>
        <ComparisonFields {...comparison} onChange={setComparison} />
      </div>
      <Button
        type="submit"
        size="xs"
        variant="default"
        disabled={disabled}
        leftSection={<IconFilterPlus size={14} />}
      >
        Add condition
      </Button>
    </Form>
  );
}
