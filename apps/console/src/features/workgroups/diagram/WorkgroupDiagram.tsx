/** Databases and workspaces of a workgroup and their connections: as a drawing, or as a list. */
import { t } from '@acacia/texts';
import type { Workgroup } from '@acacia/contract';
import { Card, EmptyState } from '@acacia/ui';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import { lazyPart } from '../../../services/lazy-part.tsx';
import { DiagramList } from './DiagramList.tsx';

const DiagramCanvas = lazyPart(async () => (await import('./DiagramCanvas.tsx')).DiagramCanvas);

const HASH = 'diagram';

export function WorkgroupDiagram({ group }: { readonly group: Workgroup }) {
  const [view, setView] = useState<'diagram' | 'list'>('diagram');
  const wanted = useLocation({ select: ({ hash }) => hash === HASH });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted) place.current?.scrollIntoView({ block: 'start' });
  }, [wanted]);
  const empty = group.tg_databases.length === 0;
  return (
    <div ref={place} id={HASH}>
      <Card
        title="Databases and workspaces"
        actions={
          empty ? undefined : (
            <SegmentedControl
              size="xs"
              aria-label="Show as"
              value={view}
              onChange={(value) => setView(value === 'list' ? 'list' : 'diagram')}
              data={[
                { value: 'diagram', label: t`Diagram` },
                { value: 'list', label: t`List` },
              ]}
            />
          )
        }
      >
        {empty ? (
          <EmptyState
            compact
            title="No databases"
            description="A database is created together with a workspace that serves it."
          />
        ) : view === 'list' ? (
          <DiagramList group={group} />
        ) : (
          <Suspense fallback={<Skeleton height={140} role="img" aria-label="Loading the diagram" />}>
            <DiagramCanvas group={group} />
          </Suspense>
        )}
      </Card>
    </div>
  );
}
