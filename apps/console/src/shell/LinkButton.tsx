/** A link that looks like a button; when disabled it says why. */
import '@mantine/core/styles/Button.layer.css';
import { hint } from '@acacia/ui';
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
    // The home page has such buttons, and does without the weight of a positioned tooltip.
    return (
      <Button
        {...{ variant, size, leftSection, color }}
        type="button"
        data-disabled
        aria-disabled="true"
        aria-description={disabledReason}
        {...hint(disabledReason)}
      >
        {children}
      </Button>
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
