/** Recovery codes, shown once. */
import { CopyButton, download, Notice } from '@acacia/ui';
import { Button, Group, Stack } from '@mantine/core';
import classes from './security.module.css';

interface ShownCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

export function ShownCodes({ codes, onKept }: ShownCodesProps) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack gap="md">
      <Notice tone="warning" title="Keep your recovery codes">
        Each of them signs you in once, after the password, when you do not have your app or passkey. They are
        not shown again.
      </Notice>
      <ol className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Group justify="space-between">
        <Group gap="xs">
          <Button variant="default" onClick={() => download('acacia-recovery-codes.txt', text)}>
            Download
          </Button>
          <CopyButton value={text} label="recovery codes" />
        </Group>
        <Button onClick={onKept}>I have kept them</Button>
      </Group>
    </Stack>
  );
}
