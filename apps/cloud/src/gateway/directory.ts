/**
 * What the gateway asks of the control plane. The control plane implements it over its database and
 * its identity; the gateway's tests implement it over a Map.
 */
import type { WorkspaceStatus } from '@acacia/contract';

export interface GatewayWorkspace {
  readonly workspaceId: string;
  /** Public port that the gateway listens on for this workspace. */
  readonly port: number;
  readonly status: WorkspaceStatus;
  readonly enableAutoStart: boolean;
  /** Minutes without activity before it is suspended; 0: never. */
  readonly autoStopMinutes: number;
  /** Ranges of addresses that are let in; null: all are. */
  readonly allowList: readonly string[] | null;
}

export type Caller =
  | { readonly allowed: true; readonly email: string; readonly databaseRole: 'superuser' | 'globalobserver' }
  /** 401: no or bad token; 403: a good token of someone without a role there. */
  | { readonly allowed: false; readonly status: 401 | 403; readonly message: string };

/** Who or what woke a workspace, for its audit row and its page. */
export interface WakeCause {
  /** Email of the caller; undefined when only the workspace can judge the credentials. */
  readonly email?: string;
  /** Method and path, without the query string. */
  readonly request: string;
  readonly remoteAddress: string;
}

export interface GatewayDirectory {
  workspaces(): Promise<readonly GatewayWorkspace[]>;
  workspace(workspaceId: string): Promise<GatewayWorkspace | undefined>;
  /**
   * Who a bearer token of the identity provider is, and what it may do in the workspace. Asked only
   * for tokens that name the provider as issuer; all others are the workspace's own to judge.
   */
  identify(workspaceId: string, bearerToken: string): Promise<Caller>;
  /** Starts an idle workspace; resolves when it answers, rejects with a sentence for people. */
  wake(workspaceId: string, cause: WakeCause): Promise<void>;
  /** Suspends an active workspace (Idle) because nothing used it. */
  suspend(workspaceId: string): Promise<void>;
}
