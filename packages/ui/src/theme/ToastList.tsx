/** Draws the toasts; loaded with the first one. */
import { t } from '@acacia/texts';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Anchor } from '@mantine/core';
import { notifications, Notifications } from '@mantine/notifications';
import { useEffect, type MouseEvent } from 'react';
import { drawToasts, type ToastAction, type ToastEvent } from '../toasts.ts';

const SHOWN_MS = 6000;
const known = new Set<string>();

const isPlain = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey;

interface ActionLinkProps {
  readonly action: ToastAction;
  readonly onFollow: () => void;
}

function ActionLink({ action: { label, href, go }, onFollow }: ActionLinkProps) {
  const follow = (event: MouseEvent): void => {
    if (!isPlain(event)) return;
    event.preventDefault();
    go();
    onFollow();
  };
  return (
    <Anchor href={href} size="sm" fw={500} display="block" mt={4} w="fit-content" onClick={follow}>
      {label}
    </Anchor>
  );
}

function onEvent(event: ToastEvent): void {
  if ('hide' in event) {
    notifications.hide(event.hide);
    return;
  }
  const { id, message, title, tone, action, autoClose = SHOWN_MS } = event.show;
  const progress = tone === 'progress';
  const data = {
    id,
    message:
      action === undefined ? (
        message
      ) : (
        <>
          {message}
          <ActionLink action={action} onFollow={() => notifications.hide(id)} />
        </>
      ),
    // Failures interrupt what a screen reader says; the rest waits for its end.
    role: tone === 'negative' ? 'alert' : 'status',
    title,
    autoClose,
    loading: progress,
    withCloseButton: !progress,
    color: `var(--acacia-${tone})`,
    closeButtonProps: { 'aria-label': t`Close` },
    onClose: () => known.delete(id),
  };
  if (known.has(id)) notifications.update(data);
  else notifications.show(data);
  known.add(id);
}

/** On cleanup the toasts that it has shown are removed too. */
function draw(): () => void {
  const stop = drawToasts(onEvent);
  return () => {
    stop();
    notifications.cleanQueue();
    notifications.clean();
    known.clear();
  };
}

export default function ToastList() {
  useEffect(draw, []);
  return <Notifications position="bottom-right" limit={4} portalProps={{ target: document.body }} />;
}
