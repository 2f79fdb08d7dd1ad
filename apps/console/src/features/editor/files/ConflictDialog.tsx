/** Both texts of a file that two people changed in the same lines, side by side, until one text is made of them. */
import { t } from '@acacia/texts';
import type { StaleFile } from '@acacia/contract';
import type { MergeEditor } from '@acacia/editor/merge';
import { Button, Group, Modal, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { part } from '../../../services/part.ts';
import classes from './files.module.css';
import type { OpenDocument } from './open-document.ts';

interface ConflictDialogProps {
  /** Where the base of both texts is known, their changes of other lines are merged at the right. */
  readonly document: Pick<OpenDocument, 'name' | 'text' | 'theirs' | 'base'>;
  /** Says that a file was changed by two people where it is not given. */
  readonly title?: string;
  /** @param seen their text, as it was shown */
  readonly onResolve: (text: string, seen: StaleFile) => void;
  readonly onClose: () => void;
}

const NOTHING: StaleFile = { version: 0, content: '', updated_by: '' };

export function ConflictDialog({
  document: { name, text, theirs, base },
  title = t`${name} was changed by two people`,
  onResolve,
  onClose,
}: ConflictDialogProps) {
  const [parent, setParent] = useState<HTMLDivElement | null>(null);
  const [editor, setEditor] = useState<MergeEditor | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const dark = useComputedColorScheme('light') === 'dark';
  // The texts at the opening of the dialog: what is typed in it is not replaced.
  const first = useRef({ mine: text, theirs: theirs ?? NOTHING, base, dark });
  useEffect(() => {
    if (parent === null) return undefined;
    let made: MergeEditor | undefined;
    let gone = false;
    part(() => Promise.all([import('@acacia/editor/merge'), import('./merge.ts')])).then((parts) => {
      if (gone) return;
      const [{ createMergeEditor }, { mergeTexts }] = parts;
      const { mine, theirs: other, base: of, dark: isDark } = first.current;
      made = createMergeEditor(parent, {
        mine: of === null ? mine : mergeTexts(of.content, mine, other.content).text,
        theirs: other.content,
        dark: isDark,
        theirsLabel: t`Their text`,
        mineLabel: t`Your text`,
      });
      setEditor(made);
    }, setFailure);
    return () => {
      gone = true;
      made?.destroy();
    };
  }, [parent]);
  useEffect(() => editor?.setDark(dark), [editor, dark]);
  if (failure !== null) throw failure;
  const who = theirs === null || theirs.updated_by === '' ? t`somebody else` : theirs.updated_by;
  return (
    <Modal opened onClose={onClose} title={title} size="90%">
      <p className={classes.conflictText}>
        Both texts are kept. Make one of them at the right
        {base !== null && ', where changes of other lines are merged already'}; an arrow takes over a part of
        the left.
      </p>
      <div className={classes.sides} aria-hidden="true">
        <span>Saved by {who}</span>
        <span>Yours</span>
      </div>
      <div ref={setParent} className={classes.merge} />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          Decide later
        </Button>
        <Button
          variant="default"
          onClick={() => editor?.setText(first.current.theirs.content)}
          disabled={editor === null}
        >
          Take theirs
        </Button>
        <Button
          variant="default"
          onClick={() => editor?.setText(first.current.mine)}
          disabled={editor === null}
        >
          Take mine
        </Button>
        <Button
          onClick={() => onResolve(editor?.getText() ?? text, first.current.theirs)}
          disabled={editor === null}
        >
          Save the text at the right
        </Button>
      </Group>
    </Modal>
  );
}
