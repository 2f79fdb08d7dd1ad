/** A number that can be typed or slid to, e.g. the per cent that an alert fires at. */
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Slider.layer.css';
import { NumberInput, Slider } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form.module.css';

interface ThresholdSliderProps {
  readonly label: string;
  readonly description?: ReactNode;
  /** Null while the field is empty. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Text behind the number. */
  readonly suffix?: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}

/** The field takes any number, so that a message can name the problem; the slider only allowed values. */
export function ThresholdSlider(props: ThresholdSliderProps) {
  const {
    label,
    value,
    onChange,
    min = 0,
    max = 100,
    step = 1,
    suffix = '%',
    disabled = false,
    ...field
  } = props;
  return (
    <div className={classes.threshold}>
      <NumberInput
        {...field}
        label={label}
        className={classes.number}
        value={value ?? ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        allowDecimal={!Number.isInteger(step)}
        step={step}
        suffix={suffix}
        disabled={disabled}
        clampBehavior="none"
      />
      <Slider
        className={classes.slider}
        thumbLabel={`${label}, slider`}
        thumbValueText={(at) => `${at}${suffix}`}
        label={(at) => `${at}${suffix}`}
        value={Math.min(max, Math.max(min, value ?? min))}
        onChange={onChange}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        size="sm"
        marks={[min, (min + max) / 2, max].map((at) => ({ value: at, label: `${at}${suffix}` }))}
      />
    </div>
  );
}
