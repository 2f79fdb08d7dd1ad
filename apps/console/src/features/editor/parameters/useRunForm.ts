/** The state of the values of a run, shared by the bar above the editor and the Run dialog. */
import type { RunLimits } from '@acacia/contract';
import { useCallback, useReducer, type Dispatch } from 'react';
import {
  requestOf,
  runForm,
  runFormOf,
  type RunForm,
  type RunFormAction,
  type RunParameter,
  type RunRequest,
} from './run-form.ts';

export interface RunFormState {
  readonly form: RunForm;
  readonly dispatch: Dispatch<RunFormAction>;
  /** The run that the form describes; null while it has a problem. */
  readonly request: RunRequest | null;
  /** Fills in values; those of the last run (`chosen` is false) only while nothing was entered. */
  readonly fillIn: (values: Readonly<Record<string, unknown>>, chosen: boolean) => void;
}

export function useRunForm(parameters: readonly RunParameter[], limits: RunLimits): RunFormState {
  const [form, dispatch] = useReducer(runForm, null, () => runFormOf(parameters, limits));
  const fillIn = useCallback(
    (values: Readonly<Record<string, unknown>>, chosen: boolean) => dispatch({ kind: 'use', values, chosen }),
    [],
  );
  return { form, dispatch, request: requestOf(form), fillIn };
}
