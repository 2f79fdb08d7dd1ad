/** In place of a page that could not be loaded or drawn: each kind of failure has its own words and its own way on. */
import { t } from '@acacia/texts';
import type { CloudError } from '@acacia/api-client';
import { ErrorState, errorText } from '@acacia/ui';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Suspense } from 'react';
import { failureKind, pageFailure, wantsSecondFactor } from '../../services/failure.ts';
import { meQuery } from '../../data/me.ts';
import { lazyPart } from '../../services/lazy-part.tsx';
import { useServices } from '../../services/services.ts';
import { useReturn } from '../loading/useReturn.ts';
import { useDocumentTitle } from '../useDocumentTitle.ts';
import classes from './FullPage.module.css';

const NoPermissionPage = lazyPart(async () => {
  const [{ NoPermissionPage: Page }] = await Promise.all([
    import('./NoPermissionPage.tsx'),
    import('@acacia/ui/controls'),
  ]);
  return Page;
});
const MissingPage = lazyPart(async () => {
  const [{ MissingPage: Page }] = await Promise.all([
    import('./MissingPage.tsx'),
    import('@acacia/ui/controls'),
  ]);
  return Page;
});

/** In place of a page of an organisation that wants a second factor since it was opened. */
function SecondFactorNeeded({ error }: { readonly error: CloudError }) {
  const router = useRouter();
  const services = useServices();
  const setUp = async (): Promise<void> => {
    await services.queryClient.fetchQuery({ ...meQuery(services), staleTime: 0 });
    await router.invalidate();
  };
  return (
    <div className={classes.inside}>
      <ErrorState
        page
        title="A second factor is needed"
        error={error.message}
        retryLabel="Set one up"
        onRetry={() => void setUp()}
      />
    </div>
  );
}

/** Part of the first script, as it must be at hand when the server is away. */
export function FailurePage({ error }: ErrorComponentProps) {
  const kind = failureKind(error);
  if (wantsSecondFactor(error)) return <SecondFactorNeeded error={error} />;
  if (kind === 'denied' || kind === 'missing') {
    return <Suspense fallback={null}>{kind === 'denied' ? <NoPermissionPage /> : <MissingPage />}</Suspense>;
  }
  return (
    <div className={classes.inside}>
      <Failure error={error} />
      {kind === 'fault' && (
        <pre className={classes.details} tabIndex={0} aria-label="Error">
          {errorText(error)}
        </pre>
      )}
    </div>
  );
}

/** A failure to be handled here: nobody answers, the session has ended, or something is broken. */
export function Failure({ error }: { readonly error: unknown }) {
  const { session } = useServices();
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const kind = failureKind(error);
  const { title, text } = pageFailure(error);
  useDocumentTitle(title);
  const again = (): void => {
    queries.reset();
    void router.invalidate();
  };
  useReturn(error, again);
  const [label, act] =
    kind === 'signedOut'
      ? [t`Sign in`, () => void session.signIn(router.state.location.href)]
      : kind === 'away'
        ? [t`Try again`, again]
        : [t`Reload`, () => window.location.reload()];
  return (
    <ErrorState page title={title} error={text} retryLabel={label} onRetry={act} home={kind === 'fault'} />
  );
}
