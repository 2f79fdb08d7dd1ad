export { createGsqlEditor } from './create-editor.ts';
export type {
  CreateEditorOptions,
  EditorSelection,
  EditorSnapshot,
  GsqlEditorHandle,
} from './create-editor.ts';
export { gsqlEditor } from './extensions.ts';
export type { GsqlEditorOptions, RunRequest } from './extensions.ts';
export { readSchema } from './read-schema.ts';
