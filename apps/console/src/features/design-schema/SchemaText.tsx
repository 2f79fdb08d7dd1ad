/**
 * The schema as GSQL beside the canvas. An edit of the draft changes the text; a text without faults becomes the draft.
 * While the text has faults the draft waits.
 */
import { said, t } from '@acacia/texts';
import { createGsqlEditor, readSchema, type GsqlEditorHandle } from '@acacia/editor';
import { lineColumnsOf, type Diagnostic } from '@acacia/language';
import { toast } from '@acacia/ui';
import { ActionIcon, Button, useComputedColorScheme } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Draft } from './draft.ts';
import type { Problem } from './draft-problems.ts';
import {
  draftOfReading,
  placeOfType,
  scopeOf,
  textOf,
  type DesignedScope,
  type TextFault,
} from './draft-text.ts';
import { TextBorder, useTextWidth } from './text-width.tsx';
import classes from './SchemaText.module.css';

/** Milliseconds from the last key until the text is read. */
const READ_AFTER_MS = 250;

/** `reading`: a person typed, and the text is about to be read; `faulty`: it has faults; `read`: it is the draft's. */
export type TextState = 'read' | 'reading' | 'faulty';

export interface SchemaTextProps {
  readonly state: TextState;
  readonly draft: Draft;
  readonly saved: Draft;
  readonly scope: DesignedScope;
  /** Problems of the draft, shown at the step of their type. */
  readonly problems: readonly Problem[];
  /** The name of the type that is selected, which the text goes to; undefined: none or several. */
  readonly selected: string | undefined;
  /** Why this workspace has no vectors; undefined when it has. */
  readonly vectorRefusal: string | undefined;
  readonly readOnly: boolean;
  readonly onDraft: (draft: Draft) => void;
  readonly onState: (state: TextState) => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

export default function SchemaText(props: SchemaTextProps) {
  const { draft, scope, problems, selected, readOnly, state, onSave } = props;
  const parent = useRef<HTMLDivElement>(null);
  const border = useTextWidth();
  const [handle, setHandle] = useState<GsqlEditorHandle | null>(null);
  const [faults, setFaults] = useState<readonly TextFault[]>([]);
  const dark = useComputedColorScheme('light') === 'dark';
  const latest = useRef({ ...props, dark });
  useEffect(() => {
    latest.current = { ...props, dark };
  });
  /** The draft's text as it was last printed or read: an edit of looks alone leaves what a person wrote. */
  const printed = useRef('');
  const isPrinting = useRef(false);
  const wait = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const tell = useCallback((found: readonly TextFault[]): void => {
    setFaults(found);
    latest.current.onState(found.length > 0 ? 'faulty' : 'read');
  }, []);
  const print = useCallback(
    (editor: GsqlEditorHandle, text: string): void => {
      clearTimeout(wait.current);
      printed.current = text;
      isPrinting.current = true;
      editor.patchText(text);
      isPrinting.current = false;
      tell([]);
    },
    [tell],
  );
  const read = useCallback(
    async (editor: GsqlEditorHandle, text: string): Promise<void> => {
      const { draft: before, saved, scope: of, vectorRefusal } = latest.current;
      const reading = await readSchema(text, scopeOf(before, of));
      if (editor.getText() !== text) return undefined;
      if (latest.current.draft !== before) return read(editor, text);
      const errors = reading.diagnostics.filter(({ severity }) => severity === 'error');
      const result =
        errors.length > 0
          ? { draft: before, faults: errors }
          : draftOfReading({ draft: before, saved }, reading, vectorRefusal);
      editor.setServerDiagnostics(
        result.faults.map((fault): Diagnostic => ({ code: '', severity: 'error', ...fault })),
      );
      tell(result.faults);
      if (result.faults.length > 0) return undefined;
      printed.current = textOf(result.draft, of);
      latest.current.onDraft(result.draft);
      return undefined;
    },
    [tell],
  );
  const readSoon = useCallback(
    (editor: GsqlEditorHandle, delay: number): void => {
      clearTimeout(wait.current);
      wait.current = setTimeout(() => {
        read(editor, editor.getText()).catch((error: unknown) => toast.error(error));
      }, delay);
    },
    [read],
  );
  /** Saving waits until the text is read. */
  const wantsSave = useRef(false);
  useEffect(() => {
    if (state === 'reading') return;
    if (wantsSave.current && state === 'read') onSave();
    wantsSave.current = false;
  }, [state, onSave]);

  useEffect(() => {
    if (parent.current === null) return undefined;
    printed.current = textOf(latest.current.draft, latest.current.scope);
    const created = createGsqlEditor(parent.current, {
      label: t`The schema as GSQL`,
      text: printed.current,
      dark: latest.current.dark,
      onSave: () => {
        if (latest.current.state !== 'reading') return latest.current.onSave();
        wantsSave.current = true;
        readSoon(created, 0);
      },
      onFault: (error) => toast.error(error),
      onChange: () => {
        if (isPrinting.current) return;
        latest.current.onState('reading');
        readSoon(created, READ_AFTER_MS);
      },
    });
    setHandle(created);
    return () => {
      clearTimeout(wait.current);
      latest.current.onState('read');
      setHandle(null);
      created.destroy();
    };
  }, [readSoon]);
  useEffect(() => handle?.setDark(dark), [handle, dark]);
  useEffect(() => handle?.setReadOnly(readOnly), [handle, readOnly]);
  useEffect(() => {
    if (handle === null) return;
    const text = textOf(draft, scope);
    if (text !== printed.current) print(handle, text);
  }, [handle, draft, scope, print]);
  useEffect(() => {
    const place = selected === undefined ? undefined : placeOfType(handle?.getText() ?? '', selected);
    if (place !== undefined && !parent.current?.contains(document.activeElement))
      handle?.select(place.start, place.end);
  }, [handle, selected]);

  const lines = useMemo(() => {
    const text = handle?.getText() ?? '';
    const nameOf = new Map([...draft.vertices, ...draft.edges].map(({ key, name }) => [key, name]));
    const ofDraft = problems.map(({ type, message }): TextFault => ({
      message,
      span: placeOfType(text, nameOf.get(type) ?? '') ?? { start: 0, end: 0 },
    }));
    const lineOf = lineColumnsOf(text);
    return (faults.length > 0 ? faults : ofDraft).map((fault) => ({
      ...fault,
      line: lineOf(fault.span.start).line,
    }));
  }, [handle, faults, problems, draft]);

  return (
    <section
      className={classes.pane}
      aria-label="Schema as GSQL"
      style={{ '--text-width': `${border.width}px` } as React.CSSProperties}
    >
      <TextBorder {...border} />
      <div className={classes.head}>
        <h2 className={classes.title}>GSQL</h2>
        <ActionIcon variant="subtle" color="gray" aria-label="Close the text" onClick={props.onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <div ref={parent} className={classes.text} />
      {lines.length > 0 && (
        <div className={classes.faults}>
          <ul aria-label="Faults of the text">
            {lines.map(({ line, message, span }) => (
              <li key={`${span.start} ${message}`}>
                <button
                  type="button"
                  onClick={() => {
                    handle?.select(span.start, span.end);
                    handle?.focus();
                  }}
                >{`Line ${line}: ${said(message)}`}</button>
              </li>
            ))}
          </ul>
          {faults.length > 0 && handle !== null && (
            <Button variant="default" size="compact-sm" onClick={() => print(handle, textOf(draft, scope))}>
              Go back to the canvas
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
