/** Draws the toasts; loaded with the first one. */
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

export default function ToastList() {
  return <Notifications position="bottom-right" limit={4} autoClose={6000} />;
}
