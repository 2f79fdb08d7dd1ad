/** The four steps of an import: past ones with a check, the present one highlighted (specification part 4, section 2). */
import { t } from '@acacia/texts';
import { IconCheck } from '@tabler/icons-react';
import classes from './onboarding.module.css';

const STEPS = [
  { path: '/onboarding/import-csv', label: t`Upload data` },
  { path: '/onboarding/check-schema', label: t`Review & edit schema` },
  { path: '/onboarding/ai-build-graph', label: t`AI builds graph` },
  { path: '/onboarding/view-result', label: t`View results` },
] as const;

/** Nothing on pages of the onboarding that are no step of an import. */
export function StepIndicator({ pathname }: { readonly pathname: string }) {
  const present = STEPS.findIndex(({ path }) => path === pathname);
  if (present < 0) return <span className={classes.space} />;
  return (
    <ol className={classes.steps} aria-label="Steps of the import">
      {STEPS.map(({ label }, index) => {
        const state = index < present ? 'past' : index === present ? 'present' : 'next';
        return (
          <li
            key={label}
            className={classes.step}
            data-state={state}
            aria-current={state === 'present' ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden="true">
              {state === 'past' ? <IconCheck size={13} stroke={2.4} /> : index + 1}
            </span>
            <span className={classes.stepLabel}>{label}</span>
            {state === 'past' && <span className={classes.unseen}>done</span>}
          </li>
        );
      })}
    </ol>
  );
}
