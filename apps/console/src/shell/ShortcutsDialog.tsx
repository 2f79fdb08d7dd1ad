import '@acacia/ui/controls';
import { Kbd, Modal } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import classes from './ShortcutsDialog.module.css';
import { SHORTCUTS } from './shortcuts.ts';

export default function ShortcutsDialog({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const os = useOs();
  const written = (key: string): string => (key === 'Mod' ? (os === 'macos' ? '⌘' : 'Ctrl') : key);
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={520}>
      {SHORTCUTS.map((group) => (
        <section key={group.title} className={classes.group}>
          <h3 className={classes.title}>{group.title}</h3>
          <dl className={classes.list}>
            {group.shortcuts.map((shortcut) => (
              <div key={shortcut.does} className={classes.row}>
                <dt>{shortcut.does}</dt>
                <dd>
                  {shortcut.keys.map((key) => (
                    <Kbd key={key} size="sm">
                      {written(key)}
                    </Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
