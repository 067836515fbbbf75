import { Kbd, Title } from '@mantine/core';
import { Fragment } from 'react';
import { type DialogProps, Modal } from '../../../../ui/dialogs/modal.tsx';
import classes from './shortcuts-dialog.module.css';

const CONTROL = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** The keys of an inner list are pressed together; the inner lists are alternatives. */
const groups: readonly { name: string; shortcuts: readonly { does: string; keys: readonly string[][] }[] }[] = [
  {
    name: 'Everywhere',
    shortcuts: [
      { does: 'Search', keys: [['/']] },
      { does: 'Find a file, page or action', keys: [[CONTROL, 'K']] },
      { does: 'Show keyboard shortcuts', keys: [['?']] },
      { does: 'Close a dialog or menu', keys: [['Esc']] },
    ],
  },
  {
    name: 'In a list of files',
    shortcuts: [
      { does: 'Move up or down', keys: [['↑'], ['↓']] },
      { does: 'Go to the first or last', keys: [['Home'], ['End']] },
      { does: 'Open', keys: [['Enter']] },
      { does: 'Preview', keys: [['Space']] },
      {
        does: 'Select several',
        keys: [
          ['Shift', '↑'],
          ['Shift', '↓'],
        ],
      },
      { does: 'Select all on this page', keys: [[CONTROL, 'A']] },
      { does: 'Show actions', keys: [['Shift', 'F10']] },
      { does: 'Add or remove the star', keys: [['S']] },
      { does: 'Rename', keys: [['F2']] },
      {
        does: 'Copy or cut',
        keys: [
          [CONTROL, 'C'],
          [CONTROL, 'X'],
        ],
      },
      { does: 'Paste into the open folder', keys: [[CONTROL, 'V']] },
      { does: 'Move to trash', keys: [['Delete']] },
      { does: 'Clear the selection', keys: [['Esc']] },
    ],
  },
  {
    name: 'In a preview',
    shortcuts: [
      { does: 'Previous or next file', keys: [['←'], ['→']] },
      { does: 'Close', keys: [['Space'], ['Esc']] },
    ],
  },
  {
    name: 'In AI chat',
    shortcuts: [
      { does: 'Send', keys: [['Enter']] },
      { does: 'Start a new line', keys: [['Shift', 'Enter']] },
      { does: 'Stop the answer', keys: [['Esc']] },
    ],
  },
];

export function ShortcutsDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={720}>
      <div className={classes.groups}>
        {groups.map(({ name, shortcuts }) => (
          <section key={name} className={classes.group}>
            <Title order={3} size="sm" className={classes.name}>
              {name}
            </Title>
            <dl className="flush">
              {shortcuts.map(({ does, keys }) => (
                <div key={does} className={`row between gap-16 ${classes.shortcut}`}>
                  <dt>{does}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

function Keys({ keys }: { keys: readonly string[][] }) {
  return keys.map((together, index) => (
    <Fragment key={together.join()}>
      {index > 0 ? <span className={classes.or}>or</span> : null}
      {together.map((key) => (
        <Kbd key={key} className={classes.key}>
          {key}
        </Kbd>
      ))}
    </Fragment>
  ));
}
