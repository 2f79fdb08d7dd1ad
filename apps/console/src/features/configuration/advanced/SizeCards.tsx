/** The sizes to choose from, each with its resources and cost an hour. */
import { said, t } from '@acacia/texts';
import { SIZE_NOT_AVAILABLE, type WorkspaceType } from '@acacia/contract';
import { ChoiceCards, formatCostPerHour } from '@acacia/ui';

export interface SizeCardsProps {
  /** Name of the radio group, unique on the page. */
  readonly name: string;
  readonly types: readonly WorkspaceType[];
  readonly value: string;
  readonly onChange: (size: string) => void;
  /** The size that the workspace has: it can be chosen always. */
  readonly current?: string;
  /** Why no other can be chosen; undefined when they can. */
  readonly refusal?: string | undefined;
}

export function SizeCards({ name, types, value, onChange, current, refusal }: SizeCardsProps) {
  return (
    <ChoiceCards
      label={t.of('workspace')`Size`}
      name={name}
      minWidth={155}
      value={value}
      onChange={onChange}
      choices={types.map((type) => ({
        value: type.typeName,
        title: type.typeName,
        description: (
          <>
            {type.cpu} CPU · {type.memory} GB
            <br />
            {formatCostPerHour(type.cost_per_hour)}
          </>
        ),
        disabledReason:
          type.typeName === current
            ? undefined
            : (refusal ?? (type.disabled ? said(SIZE_NOT_AVAILABLE) : undefined)),
      }))}
    />
  );
}
