/** In place of navigation and page: the server is away, or sign-in has failed, in the identity provider's words. */
import { ErrorState, Logo } from '@acacia/ui';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { failureKind } from '../../services/failure.ts';
import { Failure } from './FailurePage.tsx';
import classes from './FullPage.module.css';

export function SignInFailure({ error }: ErrorComponentProps) {
  return (
    <main className={classes.page}>
      <Logo size={28} />
      {failureKind(error) === 'away' ? (
        <Failure error={error} />
      ) : (
        <ErrorState
          page
          title="Signing in did not work"
          error={error}
          onRetry={() => window.location.assign('/')}
        />
      )}
    </main>
  );
}
