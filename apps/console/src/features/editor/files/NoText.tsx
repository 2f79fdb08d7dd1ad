/** In the editor's place while there is no text: it is being loaded, cannot be opened, or no file is open. */
import { EmptyState } from '@acacia/ui';
import { Button, Skeleton } from '@mantine/core';
import { IconFilePlus, IconLock } from '@tabler/icons-react';
import type { OpenDocument } from './open-document.ts';

interface NoTextProps {
  readonly document: OpenDocument | undefined;
  readonly isLoading: boolean;
  readonly onCreate: () => void;
  readonly onRetry: () => void;
}

export function NoText({ document, isLoading, onCreate, onRetry }: NoTextProps) {
  if (document?.state === 'refused') {
    return (
      <EmptyState
        compact
        icon={<IconLock size={22} stroke={1.6} />}
        title="This file cannot be opened"
        description={document.reason}
        action={
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    );
  }
  if (document?.state === 'loading' || isLoading) {
    return (
      <div role="status" aria-label="Loading the file" style={{ padding: 16 }}>
        {[60, 40, 52].map((width) => (
          <Skeleton key={width} height={12} width={`${width}%`} mb={10} aria-hidden />
        ))}
      </div>
    );
  }
  return (
    <EmptyState
      compact
      icon={<IconFilePlus size={22} stroke={1.6} />}
      title="No file is open"
      description="Statements are kept in files."
      action={<Button onClick={onCreate}>New file</Button>}
    />
  );
}
