/** A tool's page: its title, and the tool itself once a workspace answers and the tool's own data are there. */
import type { ReactNode } from 'react';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { ToolGate, type ReadyWorkspace, type ToolGateProps } from './ToolGate.tsx';
import { ToolLayout, ToolSkeleton } from './ToolLayout.tsx';

export interface ToolPageProps extends Pick<ToolGateProps, 'whileAway'> {
  readonly title: string;
  readonly children: (ready: ReadyWorkspace) => ReactNode;
}

export function ToolPage({ title, whileAway = false, children }: ToolPageProps) {
  useDocumentTitle(title);
  const skeleton = <WaitingTool title={title} />;
  const around = (content: ReactNode) => <ToolLayout title={title}>{content}</ToolLayout>;
  return (
    <ToolGate whileAway={whileAway} skeleton={skeleton} around={around}>
      {(ready) => (
        <LoadBoundary what="The graph" skeleton={skeleton} frame={around}>
          {children(ready)}
        </LoadBoundary>
      )}
    </ToolGate>
  );
}

/** The tool's shape in grey. */
function WaitingTool({ title }: { readonly title: string }) {
  return (
    <ToolLayout title={title}>
      <ToolSkeleton label={`Loading: ${title}`} />
    </ToolLayout>
  );
}
