export * from './engine.ts';
export * from './writes.ts';
export { EngineError } from './errors.ts';
