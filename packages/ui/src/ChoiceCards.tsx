/** One of several cards to choose from; a group of them is a radio group to keyboard and screen reader. */
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ChoiceCards.module.css';

interface Choice {
  readonly value: string;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly icon?: ReactNode;
  /** Why it cannot be chosen. */
  readonly disabledReason?: string | undefined;
}

interface ChoiceCardsProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly choices: readonly Choice[];
  /** Least width of a card in pixels. */
  readonly minWidth?: number;
}

export function ChoiceCards({ label, name, value, onChange, choices, minWidth = 180 }: ChoiceCardsProps) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{label}</legend>
      <div
        className={classes.cards}
        style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${minWidth}px), 1fr))` }}
      >
        {choices.map((choice) => {
          const card = (
            <label
              key={choice.value}
              className={classes.card}
              data-checked={choice.value === value || undefined}
              data-disabled={choice.disabledReason !== undefined || undefined}
            >
              <input
                type="radio"
                className={classes.radio}
                name={name}
                value={choice.value}
                checked={choice.value === value}
                disabled={choice.disabledReason !== undefined}
                onChange={() => onChange(choice.value)}
              />
              {choice.icon !== undefined && (
                <span className={classes.icon} aria-hidden="true">
                  {choice.icon}
                </span>
              )}
              <span className={classes.texts}>
                <span className={classes.title}>{choice.title}</span>
                {choice.description !== undefined && (
                  <span className={classes.description}>{choice.description}</span>
                )}
              </span>
            </label>
          );
          return choice.disabledReason === undefined ? (
            card
          ) : (
            <Tooltip key={choice.value} label={choice.disabledReason}>
              {card}
            </Tooltip>
          );
        })}
      </div>
    </fieldset>
  );
}
