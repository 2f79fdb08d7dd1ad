/** A part of a page with data of its own: a skeleton while it loads, its failure with a way to try again. */
import { ErrorState } from '@acacia/ui';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, Suspense, type ReactNode } from 'react';
import { partFailure } from '../../services/failure.ts';
import { useReturn } from './useReturn.ts';

interface LoadBoundaryProps {
  /** Name of what is loaded, e.g. `The metrics`. */
  readonly what: string;
  /** Whole heading of a failure, instead of that the thing could not be loaded. */
  readonly failureTitle?: string;
  readonly skeleton: ReactNode;
  /** The failure is lower, for inside a card. */
  readonly compact?: boolean;
  /** Frame of the failure. */
  readonly frame?: (failure: ReactNode) => ReactNode;
  /** Reads its data by `useSuspenseQuery`. */
  readonly children: ReactNode;
}

export function LoadBoundary({ what, failureTitle, skeleton, compact, frame, children }: LoadBoundaryProps) {
  const queries = useQueryErrorResetBoundary();
  const failure = (error: unknown, reset: () => void): ReactNode => {
    const shown = (
      <LoadFailure
        title={failureTitle ?? `${what} could not be loaded`}
        error={error}
        compact={compact ?? false}
        onRetry={() => {
          queries.reset();
          reset();
        }}
      />
    );
    return frame === undefined ? shown : frame(shown);
  };
  return (
    <Catch failure={failure}>
      <Suspense fallback={skeleton}>{children}</Suspense>
    </Catch>
  );
}

interface LoadFailureProps {
  readonly title: string;
  readonly error: unknown;
  readonly compact: boolean;
  readonly onRetry: () => void;
}

function LoadFailure({ title, error, compact, onRetry }: LoadFailureProps) {
  useReturn(error, onRetry);
  return <ErrorState title={title} error={partFailure(error)} compact={compact} onRetry={onRetry} />;
}

interface CatchProps {
  readonly failure: (error: unknown, reset: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface CatchState {
  /** In an object, as anything can be thrown. */
  readonly caught: { readonly error: unknown } | null;
}

/** Draws `failure` in place of children that threw. */
export class Catch extends Component<CatchProps, CatchState> {
  override state: CatchState = { caught: null };

  static getDerivedStateFromError(error: unknown): CatchState {
    return { caught: { error } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === null) return this.props.children;
    return this.props.failure(caught.error, () => this.setState({ caught: null }));
  }
}
