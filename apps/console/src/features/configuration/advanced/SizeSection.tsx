/** Size and replicas of a workspace, with the cost and effects of a change (specification part 2, sections 4, 8, 9). */
import { said, t } from '@acacia/texts';
import { costPerHour, READ_ONLY_HA, type Workspace, type WorkspaceType } from '@acacia/contract';
import { ActionButton, formatCostPerHour, Notice, Section } from '@acacia/ui';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { RunsWith } from '../../../shell/RunsWith.tsx';
import type { AdvancedValues } from './advanced.ts';
import classes from '../configuration.module.css';
import { SizeCards } from './SizeCards.tsx';
import { SizeSuggestion } from './SizeSuggestion.tsx';

/** A version that cannot carry vectors over to another size. */
const LOSES_VECTORS = '4.2.0';

interface SizeSectionProps {
  readonly workspace: Workspace;
  readonly types: readonly WorkspaceType[];
  readonly values: Pick<AdvancedValues, 'size' | 'ha'>;
  readonly onChange: (change: Partial<AdvancedValues>) => void;
  /** Why it cannot be resized now; undefined when it can. */
  readonly refusal: string | undefined;
  /** Why the values take more memory than the organisation has left; null when they do not. */
  readonly overMemory: string | null;
}

const costOf = (type: WorkspaceType | undefined, ha: boolean): number | undefined =>
  type === undefined ? undefined : costPerHour(type, ha);

export function SizeSection({ workspace, types, values, onChange, refusal, overMemory }: SizeSectionProps) {
  const [suggesting, setSuggesting] = useState(false);
  const { workspace_type: current } = workspace;
  const chosen = types.find(({ typeName }) => typeName === values.size);
  const resized = values.size !== current.typeName;
  const haRefusal = refusal ?? (workspace.is_rw ? undefined : said(READ_ONLY_HA));
  const before = costOf(
    types.find(({ typeName }) => typeName === current.typeName) ?? current,
    workspace.enable_ha,
  );
  const after = costOf(chosen, values.ha);
  return (
    <>
      <Section id="size" title="Workspace size" status={t`${current.typeName} now`}>
        <div className={classes.stack}>
          {refusal !== undefined && <Notice tone="info">{refusal}</Notice>}
          <ActionButton
            variant="default"
            size="xs"
            w="fit-content"
            disabledReason={refusal}
            onClick={() => setSuggesting(true)}
          >
            Suggest a size
          </ActionButton>
          <SizeCards
            name="configured-size"
            types={types}
            value={values.size}
            onChange={(size) => onChange({ size })}
            current={current.typeName}
            refusal={refusal}
          />
          <RunsWith sentence={resized ? (chosen?.runs_with ?? '') : workspace.runs_with} />
          {resized && workspace.tg_version === LOSES_VECTORS && (
            <Notice tone="warning" title="Vector embeddings are lost">
              {`Resizing a workspace on version ${LOSES_VECTORS} loses all vector embeddings.`}
            </Notice>
          )}
        </div>
        <SizeSuggestion
          opened={suggesting}
          types={types.filter(({ disabled }) => !disabled)}
          ha={values.ha}
          haRefusal={haRefusal}
          onClose={() => setSuggesting(false)}
          onApply={(size, ha) => onChange({ size, ha })}
        />
      </Section>
      <Section id="ha" title="High availability" status={workspace.enable_ha ? t`on` : t`off`}>
        <Switch
          label="High availability"
          description={haRefusal ?? said((chosen ?? current).high_availability)}
          checked={values.ha}
          onChange={(event) => onChange({ ha: event.currentTarget.checked })}
          disabled={haRefusal !== undefined}
        />
      </Section>
      {(resized || values.ha !== workspace.enable_ha) && (
        <div className={classes.effect}>
          {overMemory !== null && (
            <Notice tone="warning" title="This takes more memory than is left">
              {overMemory}
            </Notice>
          )}
          <Notice tone="warning" title="The workspace restarts">
            Queries that are running end, and requests are refused until it is Active again.
            {before !== undefined && after !== undefined && (
              <p className={classes.costs}>
                Cost while it is Active: {formatCostPerHour(before)} before, {formatCostPerHour(after)} after.
              </p>
            )}
          </Notice>
        </div>
      )}
    </>
  );
}
