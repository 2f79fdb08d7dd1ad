/** Size and label of vertex types in the explorer, remembered in this browser by workspace and graph. */
import { z } from 'zod';

const TypeLook = z.object({
  /** Factor of the usual size. */
  size: z.number().min(0.5).max(3).optional(),
  /** The attribute that names a vertex; absent: chosen by itself. */
  label: z.string().optional(),
});
type TypeLook = z.infer<typeof TypeLook>;
const TypeLooks = z.record(z.string(), TypeLook);
export type TypeLooks = z.infer<typeof TypeLooks>;

const keyOf = (workspaceId: string, graph: string): string => `acacia.explore.looks.${workspaceId}.${graph}`;

export function rememberedLooks(workspaceId: string, graph: string): TypeLooks {
  try {
    return (
      TypeLooks.safeParse(JSON.parse(localStorage.getItem(keyOf(workspaceId, graph)) ?? '{}')).data ?? {}
    );
  } catch (error) {
    // Written by hand: the looks start from the usual ones.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

export const rememberLooks = (workspaceId: string, graph: string, looks: TypeLooks): void =>
  localStorage.setItem(keyOf(workspaceId, graph), JSON.stringify(looks));

/** The attribute that labels each type, for those that have one chosen. */
export const labelAttributes = (looks: TypeLooks): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(looks).flatMap(([type, { label }]) => (label === undefined ? [] : [[type, label]])),
  );
