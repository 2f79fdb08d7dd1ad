/** A tool's page: its title, and the tool itself once a workspace answers. */
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { ToolGate, type ReadyWorkspace } from './ToolGate.tsx';
import { ToolLayout, ToolSkeleton } from './ToolLayout.tsx';

export interface ToolPageProps {
  readonly title: string;
  readonly children: (ready: ReadyWorkspace) => ReactNode;
}

export function ToolPage({ title, children }: ToolPageProps) {
  useDocumentTitle(title);
  return (
    <ToolGate
      skeleton={<WaitingTool title={title} />}
      around={(content) => <ToolLayout title={title}>{content}</ToolLayout>}
    >
      {children}
    </ToolGate>
  );
}

/** The tool's shape in grey. */
export function WaitingTool({ title }: { readonly title: string }) {
  return (
    <ToolLayout title={title}>
      <ToolSkeleton label={`Loading: ${title}`} />
    </ToolLayout>
  );
}
