/** Draws the toasts; loaded with the first one. */
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { notifications, Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { drawToasts, type ToastEvent } from '../toasts.ts';

const SHOWN_MS = 6000;
const known = new Set<string>();

function onEvent(event: ToastEvent): void {
  if ('hide' in event) {
    notifications.hide(event.hide);
    return;
  }
  const { id, message, title, tone, autoClose = SHOWN_MS } = event.show;
  const progress = tone === 'progress';
  const data = {
    id,
    message,
    title,
    autoClose,
    loading: progress,
    withCloseButton: !progress,
    color: `var(--acacia-${tone})`,
    closeButtonProps: { 'aria-label': 'Close' },
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
