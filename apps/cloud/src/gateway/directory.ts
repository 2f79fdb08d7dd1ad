/**
 * The gateway's interface to the control plane. The control plane implements it over its database and its identity
 * provider; the gateway's tests implement it over a Map.
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
  /** Ranges of addresses that are allowed; null: all are. */
  readonly allowList: readonly string[] | null;
}

export type Caller =
  | {
      readonly allowed: true;
      readonly userId: string;
      readonly email: string;
      readonly databaseRole: 'superuser' | 'globalobserver';
    }
  /** 401: no token or an invalid one; 403: a valid token of someone without a role in the workspace. */
  | { readonly allowed: false; readonly status: 401 | 403; readonly message: string };

/** The request that woke a workspace, for its audit row and its page. */
export interface WakeCause {
  /** The caller; undefined when only the workspace can verify the credentials. */
  readonly caller: { readonly userId: string; readonly email: string } | undefined;
  /** Method and path, without the query string. */
  readonly request: string;
  readonly remoteAddress: string;
}

export interface GatewayDirectory {
  workspaces(): Promise<readonly GatewayWorkspace[]>;
  workspace(workspaceId: string): Promise<GatewayWorkspace | undefined>;
  /**
   * The person of a bearer token of the identity provider, or the service account of an API key, and their role in the
   * workspace. Called only for keys and for tokens that name the provider as issuer; the workspace verifies all others.
   */
  identify(workspaceId: string, token: string): Promise<Caller>;
  /** Starts an idle workspace; resolves when it answers, rejects with a sentence for people. */
  wake(workspaceId: string, cause: WakeCause): Promise<void>;
  /** Suspends an active workspace (Idle) because nothing used it. */
  suspend(workspaceId: string): Promise<void>;
}
