/** Services that pages share: the cloud's client, the session, the settings. One of each, created at start. */
import { CloudError, createCloudClient, WorkspaceError, type CloudClient } from '@acacia/api-client';
import type { ClientConfig } from '@acacia/contract';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Session } from '../session/session.ts';

export interface Services {
  readonly config: ClientConfig;
  readonly session: Session;
  readonly cloud: CloudClient;
  readonly queryClient: QueryClient;
}

/** Answers stay for a day; nothing is retried by itself (specification part 1, section 9). */
const KEPT_MS = 86_400_000;

/**
 * The query client. A 401 leads to signing in again, back to where the person was; what the cloud gives the person no
 * longer (403, 404) is dropped.
 */
export function createQueryClient(session: Session): QueryClient {
  const onError = (error: unknown): void => {
    const refused = error instanceof CloudError || error instanceof WorkspaceError ? error.status : 0;
    if (refused !== 401 || session.isFresh()) return;
    void session.signIn(window.location.pathname + window.location.search);
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey, state }) {
        onError(error);
        const isLost = error instanceof CloudError && (error.status === 403 || error.status === 404);
        // Pages keep their data while refetches fail. Without data they show the failure instead, except for the
        // moment in which the person's own deletion leads away.
        if (isLost && state.data !== undefined && queryClient.isMutating() === 0)
          void queryClient.resetQueries({ queryKey, exact: true });
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: false, gcTime: KEPT_MS, staleTime: 5_000 } },
  });
  return queryClient;
}

export function createServices(config: ClientConfig, session: Session): Services {
  return {
    config,
    session,
    cloud: createCloudClient('/api', session.getToken),
    queryClient: createQueryClient(session),
  };
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === null) throw new Error('ServicesContext is missing above this component.');
  return services;
}
