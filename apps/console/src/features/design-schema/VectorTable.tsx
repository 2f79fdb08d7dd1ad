/** The vector attributes of a vertex type: dimension, metric, index and data type. */
import { t } from '@acacia/texts';
import { MAX_VECTOR_DIMENSION, type VectorMetric } from '@acacia/language';
import { Select, TextInput } from '@mantine/core';
import { memo } from 'react';
import type { DraftVector } from './draft.ts';
import { newVector } from './draft-edits.ts';
import type { Problem } from './draft-problems.ts';
import { RowTable } from './RowTable.tsx';

const VECTOR_ATTRIBUTE = { one: t`vector attribute`, several: t`vector attributes` };
const METRICS: readonly VectorMetric[] = ['COSINE', 'L2', 'IP'];

interface VectorTableProps {
  readonly owner: string;
  readonly vectors: readonly DraftVector[];
  readonly problems: readonly Problem[];
  readonly readOnly: boolean;
  /** Why this workspace's version has none; undefined when it has them. */
  readonly refusal: string | undefined;
  /** @param field the field that was typed into; null for a choice */
  readonly onChange: (vectors: readonly DraftVector[], field: string | null) => void;
}

export const VectorTable = memo(function VectorTable({
  owner,
  vectors,
  problems,
  readOnly,
  refusal,
  onChange,
}: VectorTableProps) {
  return (
    <RowTable
      label={`Vector attributes of ${owner}`}
      title="Vector attributes"
      addLabel="Add vector attribute"
      noun={VECTOR_ATTRIBUTE}
      owner={owner}
      rows={vectors}
      problems={problems}
      readOnly={readOnly}
      {...(refusal === undefined ? {} : { refusal })}
      newRow={newVector}
      onChange={onChange}
    >
      {(vector, faulty, patch) => {
        const fixed = vector.saved || readOnly || refusal !== undefined;
        return (
          <>
            <TextInput
              aria-label="Vector attribute name"
              size="xs"
              value={vector.name}
              disabled={fixed}
              error={faulty}
              onChange={(event) => patch(vector.key, { name: event.currentTarget.value.trim() }, 'name')}
            />
            <TextInput
              aria-label={`Dimension of ${vector.name}`}
              title={`Dimension, 1 to ${MAX_VECTOR_DIMENSION}`}
              size="xs"
              inputMode="numeric"
              value={vector.dimension}
              disabled={fixed}
              onChange={(event) =>
                patch(vector.key, { dimension: event.currentTarget.value.trim() }, 'dimension')
              }
            />
            <Select
              aria-label={`Metric of ${vector.name}`}
              size="xs"
              data={METRICS as VectorMetric[]}
              allowDeselect={false}
              value={vector.metric}
              disabled={fixed}
              onChange={(metric) => metric !== null && patch(vector.key, { metric })}
            />
            <TextInput
              aria-label={`Index and data type of ${vector.name}`}
              size="xs"
              value="HNSW FLOAT"
              disabled
            />
          </>
        );
      }}
    </RowTable>
  );
});
