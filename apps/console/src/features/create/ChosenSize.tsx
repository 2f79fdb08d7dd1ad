/** The size that a new workspace gets, in one line. */
import type { WorkspaceType } from '@acacia/contract';
import { formatCostPerHour, Tag } from '@acacia/ui';
import classes from './WorkspaceForm.module.css';

interface ChosenSizeProps {
  readonly size: WorkspaceType;
  /** Whether it is the size that the form began with. */
  readonly isRecommended: boolean;
}

export function ChosenSize({ size, isRecommended }: ChosenSizeProps) {
  return (
    <div role="group" aria-label="Chosen size" className={classes.chosenSize}>
      <strong>{size.typeName}</strong>
      {isRecommended && <Tag>Recommended</Tag>}
      <span className={classes.moreNote}>
        {size.cpu} CPU · {size.memory} GB · {formatCostPerHour(size.cost_per_hour)}. It can be changed later.
      </span>
    </div>
  );
}
