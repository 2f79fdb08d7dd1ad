/** The driver's sentence about the resources of a workspace, shown beside its size. */
import { Text } from '@mantine/core';

export function RunsWith({ sentence }: { readonly sentence: string }) {
  if (sentence === '') return null;
  return (
    <Text size="sm" c="dimmed">
      {sentence}
    </Text>
  );
}
