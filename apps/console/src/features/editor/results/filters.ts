/** Filters of a table of results: what is typed, and the words of a chip. */
import { t } from '@acacia/texts';
import type { RunFilter } from '@acacia/contract';

/** A condition as it is chosen: a kind, or its opposite. */
export type Condition =
  | 'contains'
  | 'not-contains'
  | 'equals'
  | 'not-equals'
  | 'range'
  | 'oneOf'
  | 'not-oneOf'
  | 'empty'
  | 'not-empty';

export const CONDITIONS: readonly { readonly value: Condition; readonly label: string }[] = [
  { value: 'contains', label: t`contains` },
  { value: 'not-contains', label: t`does not contain` },
  { value: 'equals', label: t`equals` },
  { value: 'not-equals', label: t`does not equal` },
  { value: 'range', label: t`is from … to …` },
  { value: 'oneOf', label: t`is one of` },
  { value: 'not-oneOf', label: t`is none of` },
  { value: 'empty', label: t`is empty` },
  { value: 'not-empty', label: t`is not empty` },
];

export interface FilterDraft {
  readonly column: number;
  readonly condition: Condition;
  /** A text, a value, or the lower end of a range. */
  readonly text: string;
  /** The upper end of a range. */
  readonly to: string;
  readonly values: readonly string[];
}

/** The filter, or what is missing. */
export function filterOf({ column, condition, text, to, values }: FilterDraft): RunFilter | string {
  const not = condition.startsWith('not-');
  const kind = condition.replace('not-', '') as RunFilter['kind'];
  switch (kind) {
    case 'contains':
      return text === '' ? t`Enter a text.` : { kind, column, not, text };
    case 'equals':
      return { kind, column, not, value: text };
    case 'range':
      return text === '' && to === ''
        ? t`Enter a lower or an upper end.`
        : { kind, column, not, from: text === '' ? null : text, to: to === '' ? null : to };
    case 'oneOf':
      return values.length === 0 ? t`Enter at least one value.` : { kind, column, not, values: [...values] };
    case 'empty':
      return { kind, column, not };
  }
}

const quoted = (text: string): string => `“${text.length > 40 ? `${text.slice(0, 39)}…` : text}”`;

/** The words of a chip. */
export function filterText(filter: RunFilter, name: string): string {
  switch (filter.kind) {
    case 'contains':
      return filter.not
        ? t`${name} does not contain ${quoted(filter.text)}`
        : t`${name} contains ${quoted(filter.text)}`;
    case 'equals':
      return `${name} ${filter.not ? '≠' : '='} ${quoted(filter.value)}`;
    case 'range': {
      const ends = [
        ...(filter.from === null ? [] : [t`from ${filter.from}`]),
        ...(filter.to === null ? [] : [t`to ${filter.to}`]),
      ];
      return filter.not ? t`${name} not ${ends.join(' ')}` : `${name} ${ends.join(' ')}`;
    }
    case 'oneOf': {
      const [first = '', ...rest] = filter.values;
      const more = rest.length === 0 ? '' : t` and ${rest.length} more`;
      return filter.not
        ? t`${name} is none of ${quoted(first)}${more}`
        : t`${name} is one of ${quoted(first)}${more}`;
    }
    case 'empty':
      return filter.not ? t`${name} is not empty` : t`${name} is empty`;
  }
}
