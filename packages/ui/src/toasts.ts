/** Toasts: short word of what happened. Failures stay until they are closed. */
import { notifications } from '@mantine/notifications';
import { errorText } from './format.ts';

interface ToastOptions {
  readonly title?: string;
  /** Milliseconds, or false to stay until closed. */
  readonly autoClose?: number | false;
}

const COLORS = { positive: 'var(--acacia-positive)', negative: 'var(--acacia-negative)' } as const;

export const toast = {
  success: (message: string, options: ToastOptions = {}): void => {
    notifications.show({ message, color: COLORS.positive, ...options });
  },
  /** @param error what was thrown, or its text */
  error: (error: unknown, options: ToastOptions = {}): void => {
    notifications.show({ message: errorText(error), color: COLORS.negative, autoClose: 12_000, ...options });
  },
  /** Shows that something is under way, then how it ended. */
  progress: (message: string) => {
    const id = notifications.show({ message, loading: true, autoClose: false, withCloseButton: false });
    const end = (text: string, color: string): void => {
      notifications.update({
        id,
        message: text,
        color,
        loading: false,
        autoClose: 6000,
        withCloseButton: true,
      });
    };
    return {
      success: (text: string): void => end(text, COLORS.positive),
      error: (error: unknown): void => end(errorText(error), COLORS.negative),
      dismiss: (): void => {
        notifications.hide(id);
      },
    };
  },
};
