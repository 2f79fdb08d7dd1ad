/**
 * In place of navigation and page: the server is away, sign-in has failed, in the identity provider's words, or there is
 * no organisation to work in.
 */
import { ErrorState, Logo, toast } from '@acacia/ui';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { OrganizationFailure } from '../../data/bootstrap.ts';
import { failureKind } from '../../services/failure.ts';
import { useServices } from '../../services/services.ts';
import { Failure } from './FailurePage.tsx';
import classes from './FullPage.module.css';

export function SignInFailure({ error }: ErrorComponentProps) {
  return (
    <main className={classes.page}>
      <Logo size={28} />
      {error instanceof OrganizationFailure ? (
        <NoOrganization error={error} />
      ) : failureKind(error) === 'away' ? (
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

function NoOrganization({ error }: { readonly error: OrganizationFailure }) {
  const { session } = useServices();
  const router = useRouter();
  const signOut = (): void => void session.signOut().catch(toast.error);
  return (
    <>
      <ErrorState
        page
        title={error.refused ? 'No organization to work in' : 'Your organization could not be created'}
        error={error}
        onRetry={() => void router.invalidate()}
      />
      <button type="button" className={classes.plain} onClick={signOut}>
        Sign out
      </button>
    </>
  );
}
