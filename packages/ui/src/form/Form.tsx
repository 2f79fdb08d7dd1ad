/** A form that leads to its first wrong field: when submitting finds an error, the field gets the focus. */
import { useEffect, useRef, type ComponentProps, type FormEvent } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate' | 'ref' | 'onInput'> {
  /** Submits the values, or shows the problems beside their fields. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** @returns whether there is a wrong field */
function focusWrong(form: HTMLFormElement | null): boolean {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
  wrong?.focus();
  return wrong !== null;
}

export function Form({ onSubmit, ...form }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  /** Sent, and nothing typed since: the server's errors come later than one's own. */
  const sent = useRef(false);
  useEffect(() => {
    if (!sent.current) return;
    if (focusWrong(element.current)) sent.current = false;
  });
  return (
    <form
      {...form}
      ref={element}
      noValidate
      onInput={() => {
        sent.current = false;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        sent.current = true;
        onSubmit(event);
        // The same errors again draw nothing anew.
        focusWrong(element.current);
      }}
    />
  );
}
