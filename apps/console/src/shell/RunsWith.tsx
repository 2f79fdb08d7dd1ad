/** The driver's sentence about the resources of a workspace, shown beside its size. */
import { said } from '@acacia/texts';
import { Text } from '@mantine/core';

export function RunsWith({ sentence }: { readonly sentence: string }) {
  if (sentence === '') return null;
  return (
    <Text size="sm" c="dimmed">
      {said(sentence)}
    </Text>
  );
}
