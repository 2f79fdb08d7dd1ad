/**
 * Advanced settings of a type, on copies of its values: Save checks and takes them over, Cancel leaves the type as it is
 * (specification part 4, sections 2 and 4).
 */
import { t } from '@acacia/texts';
import { Notice } from '@acacia/ui';
import { ActionIcon, Button, Checkbox, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Draft, DraftEdge, DraftPair, DraftVertex } from './draft.ts';
import { pairsProblem, reverseEdgeProblem } from './draft-problems.ts';
import classes from './panels.module.css';

interface DialogProps {
  readonly title: string;
  /** Checks and takes over; the sentence of a problem, or null when all is well. */
  readonly onSave: () => string | null;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}

function SettingsDialog({ title, onSave, onClose, children }: DialogProps) {
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} title={title} size={660}>
      <Stack gap="md">
        {children}
        {failure !== null && <Notice tone="negative">{failure}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            onClick={() => {
              const problem = onSave();
              setFailure(problem);
              if (problem === null) onClose();
            }}
          >
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

export function VertexSettings({
  vertex,
  onSave,
  onClose,
}: {
  readonly vertex: DraftVertex;
  readonly onSave: (patch: Partial<DraftVertex>) => void;
  readonly onClose: () => void;
}) {
  const [asAttribute, setAsAttribute] = useState(vertex.idAsAttribute);
  const [primaryKey, setPrimaryKey] = useState(vertex.isPrimaryKey);
  const isComposite = vertex.parts !== undefined;
  return (
    <SettingsDialog
      title={`Advanced settings of ${vertex.name}`}
      onClose={onClose}
      onSave={() => {
        onSave({ idAsAttribute: asAttribute || primaryKey, isPrimaryKey: primaryKey });
        return null;
      }}
    >
      <Checkbox
        label="The id can be read as an attribute"
        description="Queries can write the name of the primary id as they write an attribute."
        checked={asAttribute || primaryKey || isComposite}
        disabled={vertex.saved || primaryKey || isComposite}
        onChange={(event) => setAsAttribute(event.currentTarget.checked)}
      />
      <Checkbox
        label="Primary key"
        description="Declares the id with PRIMARY KEY: it is an attribute like others, and unique."
        checked={primaryKey || isComposite}
        disabled={vertex.saved || isComposite}
        onChange={(event) => setPrimaryKey(event.currentTarget.checked)}
      />
      {vertex.saved && <Notice tone="info">The key of a saved type is fixed.</Notice>}
      {!vertex.saved && isComposite && (
        <Notice tone="info">A key of several attributes is changed in the GSQL text.</Notice>
      )}
    </SettingsDialog>
  );
}

export function EdgeSettings({
  edge,
  draft,
  onSave,
  onClose,
}: {
  readonly edge: DraftEdge;
  readonly draft: Draft;
  readonly onSave: (patch: Partial<DraftEdge>) => void;
  readonly onClose: () => void;
}) {
  const [pairs, setPairs] = useState<readonly DraftPair[]>(edge.pairs);
  const [reverseEdge, setReverseEdge] = useState(edge.reverseEdge);
  const reverseProblem = edge.saved ? null : reverseEdgeProblem(draft, edge, reverseEdge);
  const choices = draft.vertices.map(({ key, name }) => ({ value: key, label: name }));
  const patch = (index: number, values: Partial<DraftPair>): void =>
    setPairs(pairs.map((pair, at) => (at === index ? { ...pair, ...values } : pair)));
  const save = (): string | null => {
    const problem = pairsProblem(pairs) ?? reverseProblem;
    if (problem !== null) return problem;
    const whole = pairs.filter(({ from, to }) => from !== '' && to !== '');
    onSave({ pairs: whole, ...(edge.saved ? {} : { reverseEdge }) });
    return null;
  };
  const end = (index: number, side: 'from' | 'to') => (
    <Select
      aria-label={side === 'from' ? t.of('edge')`From` : t.of('edge')`To`}
      size="xs"
      placeholder="Vertex type"
      data={choices}
      searchable
      clearable
      value={pairs[index]?.[side] === '' ? null : pairs[index]?.[side]}
      onChange={(value) => patch(index, { [side]: value ?? '' })}
    />
  );
  return (
    <SettingsDialog title={`Advanced settings of ${edge.name}`} onClose={onClose} onSave={save}>
      {edge.directed && (
        <TextInput
          label="Reverse edge"
          description="Lets queries walk it backwards by a name of its own. Leave it empty for none."
          value={reverseEdge}
          disabled={edge.saved}
          error={reverseProblem}
          onChange={(event) => setReverseEdge(event.currentTarget.value.trim())}
        />
      )}
      <section aria-label="Edge pairs">
        <div className={classes.sectionHead}>
          <h3 className={classes.sectionTitle}>Edge pairs</h3>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => setPairs([...pairs, { from: '', to: '' }])}
          >
            Add pair
          </Button>
        </div>
        <ul className={`${classes.rows ?? ''} ${classes.pairs ?? ''}`}>
          {pairs.map((_, index) => (
            <li key={index} className={classes.fields}>
              {end(index, 'from')}
              {end(index, 'to')}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label="Remove pair"
                onClick={() => setPairs(pairs.filter((_pair, at) => at !== index))}
              >
                <IconTrash size={15} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </section>
    </SettingsDialog>
  );
}
