export { translated } from './plugin.ts';
export { rewrite, type Found } from './rewrite.ts';
