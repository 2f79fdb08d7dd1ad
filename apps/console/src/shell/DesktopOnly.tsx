/** The data tools need room: on narrow screens they say so (specification part 1, 2.1; part 4, section 2). */
import { t } from '@acacia/texts';
import { EmptyState } from '@acacia/ui';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useNarrow } from './narrow.ts';
import { useDocumentTitle } from './useDocumentTitle.ts';

export function DesktopOnly() {
  const narrow = useNarrow();
  /** A tool that was opened stays mounted, so that narrowing the window for a while loses nothing. */
  const [opened, setOpened] = useState(!narrow);
  if (!narrow && !opened) setOpened(true);
  return (
    <>
      {narrow && <ScreenSizeNotSupported />}
      {opened && (
        <div style={{ display: narrow ? 'none' : 'contents' }}>
          <Outlet />
        </div>
      )}
    </>
  );
}

/** As the specification writes it. */
const NOT_SUPPORTED = t`Screen Size Not Supported`;

function ScreenSizeNotSupported() {
  useDocumentTitle(NOT_SUPPORTED);
  return (
    <EmptyState
      page
      icon={<IconDeviceDesktop size={22} stroke={1.6} />}
      title={NOT_SUPPORTED}
      description="This tool needs room to work. Please use a screen with a width over 1024px."
    />
  );
}
