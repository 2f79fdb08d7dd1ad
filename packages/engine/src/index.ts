export * from './engine.ts';
export * from './writes.ts';
export { EngineError } from './errors.ts';
export { openEngine } from './open.ts';
