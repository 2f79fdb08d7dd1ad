/** Opens the chapter about a page, beside the page's other help. */
import { t } from '@acacia/texts';
import { hint } from '@acacia/ui';
import { ActionIcon } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useOpenTutorials } from './open-tutorials.ts';

export function TutorialsButton({ chapter }: { readonly chapter: number }) {
  const open = useOpenTutorials();
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label="Watch tutorials"
      onClick={() => open(chapter)}
      {...hint(t`Tutorials about this page`)}
    >
      <IconSchool size={17} stroke={1.6} />
    </ActionIcon>
  );
}
