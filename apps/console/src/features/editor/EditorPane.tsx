/** The text of one file in the GSQL editor. */
import { t } from '@acacia/texts';
import { createGsqlEditor, type GsqlEditorHandle } from '@acacia/editor';
import type { GraphSchema } from '@acacia/language';
import { toast } from '@acacia/ui';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import classes from './editor.module.css';
import type { Documents } from './files/documents.ts';
import { keepSnapshot, snapshotOf } from './files/editor-snapshots.ts';
import { placeErrors } from './run/place-errors.ts';
import type { Run } from './run/run-store.ts';

interface EditorPaneProps {
  /** Names the file to screen readers. */
  readonly name: string;
  readonly id: string;
  /** Holds the text; one that was merged or comes from elsewhere is taken over in one change that can be undone. */
  readonly documents: Documents;
  readonly readOnly: boolean;
  readonly schema: GraphSchema | undefined;
  /** The run whose errors are underlined, until the text changes; null: none. */
  readonly faulty: Run | null;
  readonly onChange: (content: string) => void;
  /** Mod+Enter. */
  readonly onRun: () => void;
  /** Mod+Shift+Enter. */
  readonly onRunAll: () => void;
  /** Mod+S. */
  readonly onSave: () => void;
  readonly ref?: Ref<GsqlEditorHandle | null>;
}

export function EditorPane({ name, id, documents, readOnly, schema, faulty, ref, ...on }: EditorPaneProps) {
  const parent = useRef<HTMLDivElement>(null);
  const [handle, setHandle] = useState<GsqlEditorHandle | null>(null);
  const dark = useComputedColorScheme('light') === 'dark';
  const latest = useRef({ ...on, name, dark, readOnly });
  useEffect(() => {
    latest.current = { ...on, name, dark, readOnly };
  });

  useEffect(() => {
    if (parent.current === null) return undefined;
    const restore = snapshotOf(id);
    const created = createGsqlEditor(parent.current, {
      label: t`GSQL text of ${latest.current.name}`,
      placeholder: t`Write GSQL. Ctrl+Space completes.`,
      text: documents.get(id)?.text ?? '',
      ...(restore === undefined ? {} : { restore }),
      dark: latest.current.dark,
      readOnly: latest.current.readOnly,
      onChange: (text) => latest.current.onChange(text),
      onRun: () => latest.current.onRun(),
      onSave: () => latest.current.onSave(),
      onFault: (error) => toast.error(error),
    });
    setHandle(created);
    created.focus();
    const stop = documents.subscribe(() => {
      const text = documents.get(id)?.text;
      if (text !== undefined && text !== created.getText()) created.patchText(text);
    });
    return () => {
      stop();
      setHandle(null);
      keepSnapshot(id, created.snapshot());
      created.destroy();
    };
  }, [documents, id]);
  useImperativeHandle<GsqlEditorHandle | null, GsqlEditorHandle | null>(ref, () => handle, [handle]);
  useEffect(() => handle?.setDark(dark), [handle, dark]);
  useEffect(() => handle?.setReadOnly(readOnly), [handle, readOnly]);
  useEffect(() => {
    if (schema !== undefined) handle?.setSchema(schema);
  }, [handle, schema]);

  const underlined = useRef(false);
  useEffect(() => {
    if (handle === null || (faulty === null && !underlined.current)) return;
    underlined.current = faulty !== null;
    handle.setServerDiagnostics(
      faulty === null ? [] : placeErrors(faulty.log, handle.getText(), faulty.origin),
    );
  }, [handle, faulty]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    on.onRunAll();
  };
  return <div ref={parent} className={classes.text} onKeyDownCapture={onKeyDown} />;
}
