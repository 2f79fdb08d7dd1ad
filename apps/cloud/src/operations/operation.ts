/** Kinds and states of durable operations. */
export type OperationKind = 'create' | 'resume' | 'pause' | 'stop' | 'terminate' | 'delete-database';
export type OperationState = 'queued' | 'running' | 'succeeded' | 'failed';
