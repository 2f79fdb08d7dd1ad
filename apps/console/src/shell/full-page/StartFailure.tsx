/** Shown when the settings cannot be loaded, and so nothing else can be. */
import { ErrorState, Logo } from '@acacia/ui';
import classes from './FullPage.module.css';

export function StartFailure({ error }: { readonly error: unknown }) {
  return (
    <main className={classes.page}>
      <Logo size={28} />
      <ErrorState
        page
        title="Acacia could not start"
        error={error}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
