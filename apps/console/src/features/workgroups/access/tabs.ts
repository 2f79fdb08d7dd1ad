/** Tabs of a workspace's access, by their names in addresses. */
export const ACCESS_TABS = ['users', 'database'] as const;
export type AccessTab = (typeof ACCESS_TABS)[number];
