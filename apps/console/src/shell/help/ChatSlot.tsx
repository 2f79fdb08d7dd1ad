/**
 * The operator's chat in a frame, behind a button at the foot of the page (specification part 1, section 2.9). It is
 * loaded when it is opened first.
 */
import { t } from '@acacia/texts';
import '@acacia/ui/controls';
import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconMessageCircle, IconX } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import classes from './ChatSlot.module.css';

/** Routes without the chat. */
const WITHOUT = /^\/(?:dashboard|onboarding)(?:\/|$)/;

/** An open drawer, or whatever asks for the room of the chat by `data-hide-chat`. */
const HIDING = '[data-hide-chat], .mantine-Drawer-content';

function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-hide-chat'],
  });
  return () => observer.disconnect();
}

const isHidden = (): boolean => document.querySelector(HIDING) !== null;

export default function ChatSlot({ address }: { readonly address: string }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  return WITHOUT.test(pathname) ? null : <Chat address={address} />;
}

function Chat({ address }: { readonly address: string }) {
  const [opened, setOpened] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const hidden = useSyncExternalStore(watch, isHidden);
  const label = opened ? t`Close chat` : t`Chat with support`;
  return (
    <div className={classes.slot} hidden={hidden}>
      {loaded && (
        <iframe
          className={classes.frame}
          hidden={!opened}
          title="Chat with support"
          src={address}
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
        />
      )}
      <Tooltip label={label} position="left">
        <UnstyledButton
          className={classes.button}
          aria-label={label}
          aria-expanded={opened}
          onClick={() => {
            setLoaded(true);
            setOpened(!opened);
          }}
        >
          {opened ? <IconX size={20} stroke={1.7} /> : <IconMessageCircle size={20} stroke={1.7} />}
        </UnstyledButton>
      </Tooltip>
    </div>
  );
}
