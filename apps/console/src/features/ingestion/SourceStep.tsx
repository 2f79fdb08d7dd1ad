/** The first step: where the data comes from. */
import { t } from '@acacia/texts';
import { ABOVE_VERSION, versionAbove } from '@acacia/contract';
import { ActionButton } from '@acacia/ui';
import { SOURCE_KINDS, type SourceKind } from './source-kinds.ts';
import classes from './ingestion.module.css';

interface SourceStepProps {
  /** Of the workspace. */
  readonly version: string;
  readonly kind: SourceKind;
  readonly onChoose: (kind: SourceKind) => void;
}

export function SourceStep({ version, kind, onChoose }: SourceStepProps) {
  return (
    <div className={classes.sources} role="group" aria-label="Kind of source">
      {SOURCE_KINDS.map((each) => (
        <ActionButton
          key={each.kind}
          size="compact-md"
          variant={each.kind === kind ? 'light' : 'default'}
          disabledReason={
            each.kind === 'snowflake' && !versionAbove(version, ABOVE_VERSION.snowflake)
              ? t`Snowflake is read by versions above ${ABOVE_VERSION.snowflake}; this workspace has ${version}.`
              : undefined
          }
          aria-pressed={each.kind === kind}
          onClick={() => onChoose(each.kind)}
        >
          {each.label}
        </ActionButton>
      ))}
    </div>
  );
}
