/** The frame of a tool: its choices on top, all other room for the tool. */
import { Notice } from '@acacia/ui';
import { Skeleton } from '@mantine/core';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { rememberOpened } from '../../data/last-opened.ts';
import { useMe } from '../../data/me.ts';
import { chapterAt } from '../../shell/tutorials/chapters.ts';
import { TutorialsButton } from '../../shell/tutorials/TutorialsButton.tsx';
import { WorkspaceSelector } from '../../shell/WorkspaceSelector.tsx';
import classes from './ToolLayout.module.css';
import type { GraphChoice } from './useGraphChoice.ts';

interface ToolLayoutProps {
  /** The page's heading, for screen readers: the navigation names the tool to the eye. */
  readonly title: string;
  /** Beside the workspace selector. */
  readonly choices?: ReactNode;
  /** Shown at the right end. */
  readonly actions?: ReactNode;
  /** The choice of a graph: says so where the address names one that is not there. */
  readonly choice?: GraphChoice;
  /** Something to know, above the tool. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
}

export function ToolLayout({ title, choices, actions, choice, notice, children }: ToolLayoutProps) {
  const { id } = useMe();
  const pathname = useLocation({ select: (location) => location.pathname });
  const workspaceId = useSearch({ strict: false, select: (search) => search.workspace_id });
  const graph = choice?.graph ?? undefined;
  const chapter = chapterAt(pathname);
  useEffect(() => {
    rememberOpened(id, pathname, { workspace_id: workspaceId, graph_name: graph });
  }, [id, pathname, workspaceId, graph]);
  return (
    <div className={classes.tool}>
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.bar}>
        <WorkspaceSelector width={420} />
        {choices}
        <span className={classes.space} />
        {chapter !== undefined && (
          <span className={classes.help}>
            <TutorialsButton chapter={chapter.id} />
          </span>
        )}
        {actions}
      </div>
      {choice?.missing !== undefined && (
        <Notice tone="warning">
          The workspace has no graph ‘{choice.missing}’, or you may not see it. ‘{choice.graph}’ is shown.
        </Notice>
      )}
      {notice}
      <div className={classes.body}>{children}</div>
    </div>
  );
}

/** Two panels and the main thing in grey. */
export function ToolSkeleton({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label} aria-busy="true" className={classes.skeleton}>
      <div aria-hidden="true" className={classes.side}>
        {[70, 52, 61, 44, 66].map((width) => (
          <Skeleton key={width} height={14} width={`${width}%`} mb={16} />
        ))}
      </div>
      <div aria-hidden="true" className={classes.main}>
        <Skeleton height={18} width="38%" mb={14} />
        <Skeleton height={18} width="56%" mb={14} />
        <Skeleton height={18} width="29%" />
      </div>
    </div>
  );
}
