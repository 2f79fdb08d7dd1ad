export * from './forged-tokens.ts';
export { repeats } from './thorough.ts';
