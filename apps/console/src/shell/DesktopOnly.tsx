/** The data tools need room: on narrow screens they say so (specification part 1, 2.1; part 4, section 2). */
import { EmptyState } from '@acacia/ui';
import { useMediaQuery } from '@mantine/hooks';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useDocumentTitle } from './useDocumentTitle.ts';

const TOO_NARROW = '(max-width: 1024px)';

export function DesktopOnly() {
  const narrow = useMediaQuery(TOO_NARROW, undefined, { getInitialValueInEffect: false });
  return narrow ? <ScreenSizeNotSupported /> : <Outlet />;
}

function ScreenSizeNotSupported() {
  useDocumentTitle('Screen Size Not Supported');
  return (
    <EmptyState
      page
      icon={<IconDeviceDesktop size={22} stroke={1.6} />}
      title="Screen Size Not Supported"
      description="This tool needs room to work. Please use a screen with a width over 1024px."
    />
  );
}
