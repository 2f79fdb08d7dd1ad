/** A wide dialog with tabs and one row of actions, e.g. the configuration of a workspace. */
import { t } from '@acacia/texts';
import { Button, Modal, Tabs, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState, type ReactNode } from 'react';
import { ActionButton } from '../ActionButton.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';
import classes from './TabbedDialog.module.css';
import { useOnTop } from './useOnTop.ts';

export interface DialogTab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
  /** Why it cannot be opened now. */
  readonly disabledReason?: string | undefined;
  /** The tab holds unsaved changes. */
  readonly dirty?: boolean;
}

interface SaveAction {
  readonly onSave: () => void;
  /** Why it cannot be saved now, e.g. that nothing changed. */
  readonly disabledReason?: string | undefined;
  readonly busy?: boolean;
  readonly label?: string;
  /** Stands beside the buttons. */
  readonly beside?: ReactNode;
}

interface TabbedDialogProps {
  readonly opened: boolean;
  readonly title: ReactNode;
  readonly tabs: readonly DialogTab[];
  /** Id of the tab that is shown; kept outside, e.g. in the address. */
  readonly tab: string;
  readonly onTab: (id: string) => void;
  /** Called when the dialog may close: the person has already been asked about unsaved changes. */
  readonly onClose: () => void;
  /** Save action of the shown tab; undefined where there is nothing to save. */
  readonly save?: SaveAction | undefined;
}

const PHONE = '(max-width: 40em)';

export function TabbedDialog(props: TabbedDialogProps) {
  const { opened, title, tabs, onClose } = props;
  const phone = useMediaQuery(PHONE) === true;
  const [asking, setAsking] = useState(false);
  const dirty = tabs.some((tab) => tab.dirty === true);

  useEffect(() => {
    if (!opened || !dirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [opened, dirty]);

  const close = useOnTop(opened, () => {
    if (dirty) setAsking(true);
    else onClose();
  });
  const unsaved = tabs.filter((tab) => tab.dirty === true).map((tab) => tab.label);
  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        size={880}
        fullScreen={phone}
        padding={0}
        classNames={{ header: classes.head, content: classes.content, body: classes.body }}
      >
        <Inside {...props} onCancel={close} />
      </Modal>
      <DiscardDialog
        opened={opened && asking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          onClose();
        }}
      >
        What you changed in {unsaved.join(t` and `)} has not been saved and will be lost.
      </DiscardDialog>
    </>
  );
}

/** Mounted while the dialog is open, so that the next one begins afresh. */
function Inside({ tabs, tab, onTab, save, onCancel }: TabbedDialogProps & { readonly onCancel: () => void }) {
  /** Tabs that have been shown stay, so that nothing typed is lost; the others cost nothing until then. */
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([tab]));
  useEffect(() => {
    setVisited((known) => (known.has(tab) ? known : new Set([...known, tab])));
  }, [tab]);

  const blocked = (id: string | null): boolean =>
    tabs.find((each) => each.id === id)?.disabledReason !== undefined;
  return (
    <>
      <Tabs
        className={classes.tabs}
        value={tab}
        onChange={(id) => {
          if (id !== null && !blocked(id)) onTab(id);
        }}
        keepMounted
        keepMountedMode="display-none"
      >
        <Tabs.List className={classes.list}>
          {tabs.map((each) => (
            <TabHead key={each.id} tab={each} active={each.id === tab} />
          ))}
        </Tabs.List>
        {tabs.map(({ id, content }) => (
          <Tabs.Panel key={id} value={id} className={classes.panel}>
            {(id === tab || visited.has(id)) && content}
          </Tabs.Panel>
        ))}
      </Tabs>
      <div className={classes.foot}>
        {save?.beside}
        <Button variant="default" onClick={onCancel}>
          {save === undefined ? 'Close' : 'Cancel'}
        </Button>
        {save !== undefined && (
          <ActionButton
            disabledReason={save.busy === true ? undefined : save.disabledReason}
            loading={save.busy ?? false}
            onClick={save.onSave}
          >
            {save.label ?? 'Save'}
          </ActionButton>
        )}
      </div>
    </>
  );
}

function TabHead({ tab, active }: { readonly tab: DialogTab; readonly active: boolean }) {
  const { id, label, disabledReason, dirty = false } = tab;
  const head = (
    <Tabs.Tab
      value={id}
      // The dialog opens with the focus on its tab, not on the close button.
      data-autofocus={active || undefined}
      {...(disabledReason === undefined
        ? {}
        : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': disabledReason })}
    >
      {label}
      {dirty && (
        <>
          <span className={classes.dirty} aria-hidden="true" />{' '}
          <span className={classes.unseen}>(not saved)</span>
        </>
      )}
    </Tabs.Tab>
  );
  return disabledReason === undefined ? head : <Tooltip label={disabledReason}>{head}</Tooltip>;
}
