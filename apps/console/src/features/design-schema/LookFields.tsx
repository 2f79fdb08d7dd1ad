/** The look of a type: colour, and for a vertex type a picture. */
import { CategoricalPalette } from '@acacia/ui';
import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { memo, useState } from 'react';
import { ICON_NAMES, TypeMark } from '../workspace-tool/type-icons.tsx';
import classes from './panels.module.css';

interface LookFieldsProps {
  /** '': the neutral colour. */
  readonly color: string;
  /** undefined: the type has no picture. */
  readonly icon?: string;
  readonly readOnly: boolean;
  readonly onColor: (color: string) => void;
  readonly onIcon?: (icon: string) => void;
}

const HEX = /^#[0-9a-f]{6}$/i;

export const LookFields = memo(function LookFields({
  color,
  icon,
  readOnly,
  onColor,
  onIcon,
}: LookFieldsProps) {
  const [picking, setPicking] = useState(false);
  return (
    <div className={classes.looks} role="group" aria-label="Look">
      <label className={classes.colour}>
        <span>Colour</span>
        <input
          type="color"
          aria-label="Colour"
          list="type-colours"
          disabled={readOnly}
          value={HEX.test(color) ? color : '#8a8279'}
          onChange={(event) => onColor(event.currentTarget.value)}
        />
        <datalist id="type-colours">
          {CategoricalPalette.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      </label>
      {icon !== undefined && onIcon !== undefined && (
        <Popover opened={picking} onChange={setPicking} width={340} position="bottom-start">
          <Popover.Target>
            <Tooltip label={icon === '' ? 'Choose an icon' : `Icon: ${icon}`}>
              <ActionIcon
                variant="default"
                size={30}
                aria-label="Icon"
                disabled={readOnly}
                onClick={() => setPicking(!picking)}
              >
                <TypeMark icon={icon} color={color} />
              </ActionIcon>
            </Tooltip>
          </Popover.Target>
          <Popover.Dropdown>
            <div className={classes.icons}>
              {['', ...ICON_NAMES].map((name) => (
                <ActionIcon
                  key={name}
                  variant={name === icon ? 'light' : 'subtle'}
                  color="gray"
                  aria-label={name === '' ? 'No icon' : name}
                  title={name === '' ? 'No icon' : name}
                  aria-pressed={name === icon}
                  onClick={() => {
                    onIcon(name);
                    setPicking(false);
                  }}
                >
                  <TypeMark icon={name} color="var(--acacia-ink)" />
                </ActionIcon>
              ))}
            </div>
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
});
