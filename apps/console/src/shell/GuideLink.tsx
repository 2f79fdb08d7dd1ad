/** An icon that opens a guide in a new tab, so that the present page stays as it is. */
import { t } from '@acacia/texts';
import { hint } from '@acacia/ui';
import { ActionIcon } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';

export interface GuideLinkProps {
  /** Name of its file in `docs/guides`, without `.md`. */
  readonly guide: string;
  /** Subject of the guide, e.g. `GSQL`. */
  readonly about: string;
}

export function GuideLink({ guide, about }: GuideLinkProps) {
  const router = useRouter();
  const label = t`Guide: ${about}`;
  return (
    <ActionIcon
      component="a"
      href={router.buildLocation({ to: '/guides/$guide', params: { guide } }).href}
      target="_blank"
      rel="noreferrer"
      variant="default"
      size={36}
      aria-label={label}
      {...hint(label)}
    >
      <IconBook2 size={17} stroke={1.6} />
    </ActionIcon>
  );
}
