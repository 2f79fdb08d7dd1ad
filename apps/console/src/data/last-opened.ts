/** The tool, workspace and graph that a person had open last in this browser. */
import { z } from 'zod';

const TOOLS = ['/design-schema', '/ingestion', '/editor', '/explore'] as const;

const Opened = z.object({
  to: z.enum(TOOLS),
  workspace_id: z.string(),
  /** Undefined: none was chosen. */
  graph_name: z.string().optional(),
});
export type Opened = z.infer<typeof Opened>;

const keyOf = (personId: string): string => `acacia.opened.${personId}`;

/** Does nothing for an address that is no tool's. */
export function rememberOpened(personId: string, to: string, search: object): void {
  const opened = Opened.safeParse({ ...search, to });
  if (opened.success) localStorage.setItem(keyOf(personId), JSON.stringify(opened.data));
}

/** Null where nothing was opened yet, or what is kept cannot be read. */
export function lastOpened(personId: string): Opened | null {
  const kept = z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('is no JSON');
        return z.NEVER;
      }
    })
    .pipe(Opened)
    .safeParse(localStorage.getItem(keyOf(personId)));
  return kept.success ? kept.data : null;
}
