/**
 * Parts beside the page, such as dialogs: the page stays when one of them cannot be loaded. A toast says so, and the part
 * comes once the server answers.
 */
import { toast } from '@acacia/ui';
import { Suspense, useEffect, type ReactNode } from 'react';
import { failureKind, partFailure } from '../../services/failure.ts';
import { Catch } from './LoadBoundary.tsx';
import { useReturn } from './useReturn.ts';

interface BesideProps {
  /** In the place of parts that are not loaded. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

export function Beside({ fallback = null, children }: BesideProps) {
  const failure = (error: unknown, reset: () => void): ReactNode => (
    <>
      {fallback}
      <Failed error={error} onRetry={reset} />
    </>
  );
  return (
    <Catch failure={failure}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Catch>
  );
}

interface FailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

function Failed({ error, onRetry }: FailedProps) {
  // A fault is the page's.
  if (failureKind(error) !== 'away') throw error;
  useReturn(error, onRetry);
  useEffect(() => toast.error(partFailure(error)), [error]);
  return null;
}
