/** The look of a type: colour, and for a vertex type a picture. */
import { CategoricalPalette } from '@acacia/ui';
import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { memo, useState } from 'react';
import { ICON_NAMES, TypeMark } from '../workspace-tool/type-icons.tsx';
import { NO_PICTURE, pictureOf } from '../workspace-tool/type-pictures.ts';
import classes from './panels.module.css';

interface LookFieldsProps {
  /** '': the neutral colour. */
  readonly color: string;
  /** As chosen, '' where nobody has; undefined: the type has no picture. */
  readonly icon?: string;
  /** The type's name, which suggests a picture where none is chosen. */
  readonly type?: string;
  readonly readOnly: boolean;
  readonly onColor: (color: string) => void;
  readonly onIcon?: (icon: string) => void;
}

const HEX = /^#[0-9a-f]{6}$/i;

export const LookFields = memo(function LookFields({
  color,
  icon,
  type = '',
  readOnly,
  onColor,
  onIcon,
}: LookFieldsProps) {
  const [picking, setPicking] = useState(false);
  const picture = pictureOf(icon, type);
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
            <Tooltip label={picture === '' ? 'Choose an icon' : `Icon: ${picture}`}>
              <ActionIcon
                variant="default"
                size={30}
                aria-label="Icon"
                disabled={readOnly}
                onClick={() => setPicking(!picking)}
              >
                <TypeMark icon={picture} color={color} />
              </ActionIcon>
            </Tooltip>
          </Popover.Target>
          <Popover.Dropdown>
            <div className={classes.icons}>
              {[NO_PICTURE, ...ICON_NAMES].map((name) => (
                <ActionIcon
                  key={name}
                  variant={name === picture ? 'light' : 'subtle'}
                  color="gray"
                  aria-label={name === NO_PICTURE ? 'No icon' : name}
                  title={name === NO_PICTURE ? 'No icon' : name}
                  aria-pressed={name === picture}
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
