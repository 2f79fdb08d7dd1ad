/** The fields of all parameters of a run. */
import type { ReactNode } from 'react';
import { ParameterField } from './ParameterField.tsx';
import classes from './parameters.module.css';
import { problemsIn, type RunParameter } from './run-form.ts';
import type { RunFormState } from './useRunForm.ts';

/** No problem is shown before the first try. */
const UNTRIED: ReadonlyMap<string, string> = new Map();

interface ParameterFieldsProps {
  readonly parameters: readonly RunParameter[];
  readonly state: RunFormState;
  readonly vertexTypes: readonly string[];
  /** Side by side, as many as fit. */
  readonly inline?: boolean;
  /** A further field below. */
  readonly children?: ReactNode;
}

export function ParameterFields({
  parameters,
  state: { form, dispatch },
  vertexTypes,
  inline = false,
  children,
}: ParameterFieldsProps) {
  return (
    <div className={inline ? classes.inline : classes.fields}>
      {parameters.map(({ paramName, paramType, takes }) => {
        const type = form.types.get(paramName);
        const draft = form.drafts.get(paramName);
        if (type === undefined || draft === undefined) return null;
        return (
          <div key={paramName} role="group" aria-label={paramName}>
            <div className={classes.name}>
              {paramName}{' '}
              <span className={classes.type}>
                {paramType}
                {takes === 'optional' && ', optional'}
              </span>
            </div>
            <ParameterField
              label={paramName}
              type={type}
              draft={draft}
              vertexTypes={vertexTypes}
              problems={form.tried ? problemsIn(form, paramName) : UNTRIED}
              onChange={(next) => dispatch({ kind: 'enter', parameter: paramName, draft: next })}
            />
          </div>
        );
      })}
      {children}
    </div>
  );
}
