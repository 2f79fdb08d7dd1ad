/**
 * The versions of the schema: what each changed, and who made it. An old one can be taken into the draft, and a change of
 * the last days reverted.
 */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { SchemaVersion } from '@acacia/contract';
import { EmptyState, formatBytes, formatDateTime, RelativeTime, toast } from '@acacia/ui';
import { Button, Drawer, Skeleton } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { graphKeys } from '../workspace-tool/useGraphChoice.ts';
import { RevertVersion } from './RevertVersion.tsx';
import classes from './Versions.module.css';

/** Lines of one version that are shown before the rest is asked for. */
const MOST_LINES = 8;

export interface VersionsProps {
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  readonly graph: string | null;
  /** Why the draft cannot be edited; undefined when it can. */
  readonly readOnlyReason: string | undefined;
  /** Takes the text of a version into the draft; gives false, and says why, when it cannot. */
  readonly onTake: (text: string) => boolean;
  /** Why no version can be reverted; undefined when one can. */
  readonly revertRefusal: string | undefined;
  /** Called when the schema is another one; resolves when it was read again. */
  readonly onReverted: () => Promise<void>;
  readonly onClose: () => void;
}

export function Versions(props: VersionsProps) {
  return (
    <Drawer opened onClose={props.onClose} position="right" size={440} title="Versions of the schema">
      <LoadBoundary
        compact
        what="The versions"
        skeleton={<Skeleton height={160} role="status" aria-label="Loading the versions" />}
      >
        <VersionList {...props} />
      </LoadBoundary>
    </Drawer>
  );
}

function VersionList(props: VersionsProps) {
  const { client, workspaceId, graph, readOnlyReason, onTake, revertRefusal, onReverted, onClose } = props;
  const { data, refetch } = useSuspenseQuery({
    queryKey: [...graphKeys.schema(workspaceId, graph), 'versions'],
    queryFn: ({ signal }) => client.schemaVersions(graph, { signal }),
    staleTime: 0,
  });
  const [taking, setTaking] = useState<number | null>(null);
  /** Number of the version whose revert is looked at. */
  const [reverting, setReverting] = useState<number | null>(null);
  const reverted = data.find(({ version }) => version === reverting);
  const take = async (version: number): Promise<void> => {
    setTaking(version);
    try {
      if (onTake(await client.schemaVersionText(graph, version))) onClose();
    } catch (failure) {
      toast.error(failure);
    } finally {
      setTaking(null);
    }
  };
  if (data.length === 0) {
    return (
      <EmptyState
        title="No versions yet"
        description="Each change of the schema from now on is kept here, with who made it."
      />
    );
  }
  return (
    <ol className={classes.versions} aria-label="Versions">
      {data.map((version, index) => (
        <li key={version.version}>
          <div className={classes.head}>
            <h3>{`Version ${version.version}`}</h3>
            {index === 0 && <span className={classes.dim}>The schema now</span>}
          </div>
          <p className={classes.dim}>
            {version.made_at === null ? (
              'Made before versions were kept'
            ) : (
              <>
                <RelativeTime at={version.made_at} />
                {version.author === '' ? '' : ` by ${version.author}`}
              </>
            )}
          </p>
          <Differences version={version} />
          <div className={classes.actions}>
            {index > 0 && (
              <Button
                variant="default"
                size="compact-sm"
                loading={taking === version.version}
                disabled={readOnlyReason !== undefined || taking !== null}
                title={readOnlyReason}
                aria-label={`Take into the draft: version ${version.version}`}
                onClick={() => void take(version.version)}
              >
                Take into the draft
              </Button>
            )}
            {version.revert !== null && (
              <Button
                variant="default"
                size="compact-sm"
                disabled={revertRefusal !== undefined}
                title={revertRefusal}
                aria-label={`Revert version ${version.version}`}
                onClick={() => setReverting(version.version)}
              >
                Revert
              </Button>
            )}
          </div>
          {version.revert !== null && version.dropped.length > 0 && (
            <p className={classes.dim}>
              {`What it dropped is kept until ${formatDateTime(version.revert.until)} (${formatBytes(version.revert.bytes)}).`}
            </p>
          )}
        </li>
      ))}
      {reverted !== undefined && (
        <RevertVersion
          client={client}
          workspaceId={workspaceId}
          graph={graph}
          version={reverted.version}
          revert={reverted.revert}
          onClose={() => setReverting(null)}
          onReverted={async () => {
            await Promise.all([onReverted(), refetch()]);
          }}
          onStale={() => void refetch()}
        />
      )}
    </ol>
  );
}

function Differences({ version: { added, dropped } }: { readonly version: SchemaVersion }) {
  const [all, setAll] = useState(false);
  const lines = [
    ...dropped.map((text) => ({ sign: '−', word: t`Dropped`, text })),
    ...added.map((text) => ({ sign: '+', word: t`Added`, text })),
  ];
  const shown = all ? lines : lines.slice(0, MOST_LINES);
  return (
    <>
      <ul className={classes.lines}>
        {shown.map(({ sign, word, text }) => (
          <li key={`${sign} ${text}`} data-sign={sign}>
            <span aria-hidden="true">{sign}</span>
            <span>{`${word} ${text}`}</span>
          </li>
        ))}
      </ul>
      {lines.length > shown.length && (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(true)}>
          {`${lines.length - shown.length} more`}
        </Button>
      )}
    </>
  );
}
