/** A link that looks like a button; when disabled it says why. */
import { ActionButton } from '@acacia/ui';
import { Button, type ButtonProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

interface LinkButtonProps
  extends ButtonProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly disabledReason?: string | undefined;
  readonly children?: ReactNode;
}

function Anchor({ disabledReason, ref, children, ...props }: LinkButtonProps) {
  if (disabledReason !== undefined) {
    const { variant, size, leftSection, color } = props;
    return (
      <ActionButton disabledReason={disabledReason} {...{ variant, size, leftSection, color }}>
        {children}
      </ActionButton>
    );
  }
  return (
    <Button component="a" ref={ref} {...props}>
      {children}
    </Button>
  );
}

const Created = createLink(Anchor);

export const LinkButton: LinkComponent<typeof Anchor> = (props) => <Created {...props} />;
