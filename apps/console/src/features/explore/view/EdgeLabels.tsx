/** The attribute that names the edges of a type on the canvas, chosen type by type. */
import type { ExplorationStyles, WireGraphSchema } from '@acacia/contract';
import { ActionIcon, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { NameField } from '../ConditionFields.tsx';
import classes from '../explore.module.css';

type Looks = ExplorationStyles['looks'];

interface EdgeLabelsProps {
  readonly types: readonly WireGraphSchema['EdgeTypes'][number][];
  readonly looks: Looks;
  readonly onLooks: (looks: Looks) => void;
}

export function EdgeLabels({ types, looks, onLooks }: EdgeLabelsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const named = types.filter(({ Attributes }) => Attributes.length > 0);
  const type = named.find(({ Name }) => Name === chosen) ?? named[0];
  if (type === undefined) return null;
  const labelled = named.flatMap(({ Name }) => {
    const label = looks[Name]?.label;
    return label === undefined ? [] : [{ name: Name, label }];
  });
  const setLabel = (name: string, label: string | null) => {
    const { [name]: look, ...others } = looks;
    const next = { ...look, label: label ?? undefined };
    onLooks(label === null && look?.size === undefined ? others : { ...others, [name]: next });
  };
  return (
    <section className={classes.section} aria-label="Labels of edges">
      <h2 className={classes.heading}>Labels of edges</h2>
      <ul className={classes.chips} aria-label="Labelled edge types">
        {labelled.map(({ name, label }) => (
          <li key={name}>
            {name}: {label}
            <ActionIcon
              size="xs"
              aria-label={`Label ${name} by its type again`}
              onClick={() => setLabel(name, null)}
            >
              <IconX size={12} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div className={classes.halves}>
        <NameField
          label="Edge type"
          names={named.map(({ Name }) => Name)}
          value={type.Name}
          onChange={setChosen}
        />
        <Select
          label="Label"
          size="xs"
          placeholder="Its type"
          clearable
          data={type.Attributes.map(({ AttributeName }) => AttributeName)}
          value={looks[type.Name]?.label ?? null}
          onChange={(label) => setLabel(type.Name, label)}
        />
      </div>
    </section>
  );
}
