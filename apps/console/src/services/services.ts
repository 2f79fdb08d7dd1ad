/** Services that pages share: the cloud's client, the session, the settings. One of each, created at start. */
import { CloudError, createCloudClient, type CloudClient, type ReadEvents } from '@acacia/api-client';
import type { ClientConfig } from '@acacia/contract';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Session } from '../session/session.ts';
import { part } from './part.ts';

export interface Services {
  readonly config: ClientConfig;
  readonly session: Session;
  readonly cloud: CloudClient;
  /** Reads what the cloud tells of changes. */
  readonly events: ReadEvents;
  readonly queryClient: QueryClient;
}

/** Answers stay for a day; nothing is retried by itself (specification part 1, section 9). */
const KEPT_MS = 86_400_000;

/** The query client. What the cloud gives the person no longer (403, 404) is dropped. */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey, state }) {
        const isLost = error instanceof CloudError && (error.status === 403 || error.status === 404);
        // Pages keep their data while refetches fail. Without data they show the failure instead, except for the
        // moment in which the person's own deletion leads away.
        if (isLost && state.data !== undefined && queryClient.isMutating() === 0)
          void queryClient.resetQueries({ queryKey, exact: true });
      },
    }),
    defaultOptions: { queries: { retry: false, gcTime: KEPT_MS, staleTime: 5_000 } },
  });
  return queryClient;
}

/**
 * The cloud's client with the session's token. A token that was refused (401) is replaced by another one, for which the
 * person may have to sign in again. That the catalogue refuses it is a sign-out (specification part 1, section 4.1).
 */
export function createCloud(session: Session): CloudClient {
  return createCloudClient('/api', async (refused, call) => {
    if (refused !== undefined && call === 'getWorkspaceMeta') await session.signOut();
    return session.getToken(refused);
  });
}

/** Reads the cloud's events; the reader is loaded with the first stream, after the first page. */
function readEvents(session: Session): ReadEvents {
  return async (listener, signal) => {
    const { createEvents } = await part(() => import('@acacia/api-client/events'));
    await createEvents('/api', (refused) => session.getToken(refused))(listener, signal);
  };
}

export function createServices(config: ClientConfig, session: Session): Services {
  return {
    config,
    session,
    cloud: createCloud(session),
    events: readEvents(session),
    queryClient: createQueryClient(),
  };
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === null) throw new Error('ServicesContext is missing above this component.');
  return services;
}
