/** Whether a person followed the guided investigation of a workspace to its end, in this browser. */

const keyOf = (personId: string, workspaceId: string): string => `acacia.guided.${personId}.${workspaceId}`;

export const rememberGuided = (personId: string, workspaceId: string): void =>
  localStorage.setItem(keyOf(personId, workspaceId), 'true');

export const wasGuided = (personId: string, workspaceId: string): boolean =>
  localStorage.getItem(keyOf(personId, workspaceId)) !== null;
