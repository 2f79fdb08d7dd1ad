/** Tells an open designer that somebody else saved the schema meanwhile, before its own save finds that out. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import { Notice } from '@acacia/ui';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useState } from 'react';
import { graphKeys } from '../workspace-tool/useGraphChoice.ts';
import type { Draft } from './draft.ts';
import classes from './Designer.module.css';

/** Milliseconds between two looks for a newer version, while the page is in sight. */
const LOOKED_EVERY_MS = 15_000;

export interface NewerVersionProps {
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  /** null: the global scope. */
  readonly graph: string | null;
  /** The schema as it was last read: versions after its reading are newer. */
  readonly saved: Draft;
  /** The designer saves: the newest version is its own. */
  readonly isSaving: boolean;
  /** Shows the versions. */
  readonly onShow: () => void;
  /** Reads the schema again, which joins it with the draft. */
  readonly onMerge: () => void;
}

export const NewerVersion = memo(function NewerVersion(props: NewerVersionProps) {
  const { client, workspaceId, graph, saved, isSaving, onShow, onMerge } = props;
  /** The newest version when the schema was read, 0: none was kept yet; null: it is being asked for. */
  const [known, setKnown] = useState<number | null>(null);
  const { data, refetch } = useQuery({
    queryKey: [...graphKeys.schema(workspaceId, graph), 'versions'],
    queryFn: ({ signal }) => client.schemaVersions(graph, { signal }),
    enabled: known !== null && !isSaving,
    refetchInterval: LOOKED_EVERY_MS,
    staleTime: 0,
  });
  useEffect(() => {
    let isLeft = false;
    setKnown(null);
    // A list that cannot be read says nothing: saving reads the schema again anyway.
    void refetch().then((read) => {
      if (!isLeft && read.data !== undefined) setKnown(read.data[0]?.version ?? 0);
    });
    return () => {
      isLeft = true;
    };
  }, [saved, refetch]);
  const newest = data?.[0];
  if (known === null || isSaving || newest === undefined || newest.version <= known) return null;
  return (
    <div className={classes.newer}>
      <Notice
        tone="info"
        action={
          <Group gap="xs" wrap="nowrap">
            <Button size="compact-sm" variant="default" onClick={onShow}>
              Show
            </Button>
            <Button size="compact-sm" onClick={onMerge}>
              Merge
            </Button>
          </Group>
        }
      >
        <span role="status">
          {newest.author === ''
            ? t`Somebody saved a newer version of the schema.`
            : t`${newest.author} saved a newer version of the schema.`}
        </span>
      </Notice>
    </div>
  );
});
