/**
 * Toasts: short messages about events. Failures stay longer. The component that draws them is loaded with the first
 * one; until then they wait here.
 */
import { said } from '@acacia/texts';
import { errorText } from './format.ts';

/** A link in a toast; following it closes the toast. */
export interface ToastAction {
  readonly label: string;
  /** Address of the page that it leads to. */
  readonly href: string;
  /** Goes there within the page; not called when the link is opened in another tab. */
  readonly go: () => void;
}

interface ToastOptions {
  readonly title?: string;
  readonly action?: ToastAction;
  /** Milliseconds, or false to stay until closed. */
  readonly autoClose?: number | false;
}

interface Toast extends ToastOptions {
  readonly id: string;
  readonly message: string;
  readonly tone: 'positive' | 'negative' | 'progress';
}

/** A toast to show or to update (same id), or the id of one to remove. */
export type ToastEvent = { readonly show: Toast } | { readonly hide: string };

type Listener = (event: ToastEvent) => void;

const waiting: ToastEvent[] = [];
let draw: Listener | null = null;
let onFirst: () => void = () => undefined;
let made = 0;

function send(event: ToastEvent): void {
  if (draw !== null) {
    draw(event);
    return;
  }
  waiting.push(event);
  onFirst();
}

/** Calls the listener when there is a toast and nothing draws it yet; returns a function that stops this. */
export function onFirstToast(listener: () => void): () => void {
  onFirst = listener;
  if (waiting.length > 0) listener();
  return () => {
    onFirst = () => undefined;
  };
}

/** From now on `listener` draws the toasts, beginning with those that have been waiting. */
export function drawToasts(listener: Listener): () => void {
  draw = listener;
  for (const event of waiting.splice(0)) listener(event);
  return () => {
    draw = null;
  };
}

function show(message: string, tone: Toast['tone'], options: ToastOptions = {}, id?: string): string {
  made += 1;
  const shown = id ?? `toast-${made}`;
  send({ show: { id: shown, message: said(message), tone, ...options } });
  return shown;
}

const FAILURE_MS = 12_000;

export const toast = {
  success: (message: string, options?: ToastOptions): void => {
    show(message, 'positive', options);
  },
  /** @param error the thrown value, or its text */
  error: (error: unknown, options?: ToastOptions): void => {
    show(errorText(error), 'negative', { autoClose: FAILURE_MS, ...options });
  },
  /** Shows that something is under way, then how it ended. */
  progress: (message: string) => {
    const id = show(message, 'progress', { autoClose: false });
    return {
      success: (text: string): void => {
        show(text, 'positive', {}, id);
      },
      error: (error: unknown): void => {
        show(errorText(error), 'negative', { autoClose: FAILURE_MS }, id);
      },
      dismiss: (): void => send({ hide: id }),
    };
  },
};
