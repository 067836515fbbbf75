import { Button, Radio, Select, Text } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useId } from 'react';
import { Tree } from '../../../ui/tree/tree.tsx';
import { destinationTreeQuery, TOP } from '../api/places.ts';
import type { Place } from '../places.ts';
import { conflictTexts, repeatTexts } from '../transfer-text.ts';
import { AccountChoice } from './account-choice.tsx';
import type { Draft } from './draft.ts';
import { NewFolder } from './new-folder.tsx';
import classes from './new-transfer.module.css';
import { PaneFoot } from './pane.tsx';
import type { useDraft } from './use-draft.ts';

interface PaneBodyProps {
  places: readonly Place[];
  state: ReturnType<typeof useDraft>;
}

/** Chooses the destination account and folder, and how to transfer. */
export function ToPane({ places, state }: PaneBodyProps) {
  const { draft, change, goTo } = state;
  const others = places.filter(({ id }) => id !== draft.from?.id);
  return (
    <>
      <div className={classes.columns}>
        <div className={classes.side}>
          <AccountChoice
            label="To account"
            places={others}
            obstacleOf={({ cannotTake }) => cannotTake}
            value={draft.to?.id}
            onChange={(to) => change({ to, folder: undefined, folder_name: undefined })}
          />
        </div>
        <div className={classes.main}>
          {draft.to ? (
            <div className={`column gap-12 ${classes.files}`}>
              <FolderChoice key={draft.to.id} to={draft.to} state={state} />
              <Options draft={draft} change={change} />
            </div>
          ) : (
            <Text c="dimmed">Choose the account to transfer to.</Text>
          )}
        </div>
      </div>
      <PaneFoot hint={draft.to ? null : 'Choose an account.'}>
        <Button variant="default" onClick={() => goTo(1)}>
          Back
        </Button>
        <Button disabled={!draft.to} onClick={() => goTo(3)}>
          Continue
        </Button>
      </PaneFoot>
    </>
  );
}

const folderIcon = () => <IconFolder size={18} stroke={1.6} aria-hidden />;

function FolderChoice({ to, state: { draft, change } }: { to: Place; state: PaneBodyProps['state'] }) {
  const id = useId();
  const chosen = draft.folder?.id ?? TOP;
  return (
    <div className={classes.destination}>
      <Text fw={550} id={id} mb={4}>
        Folder
      </Text>
      <Tree
        query={destinationTreeQuery(to)}
        opened={TOP}
        labelledBy={id}
        multiple={false}
        choiceOf={() => (node) => (node === chosen ? 'checked' : 'unchecked')}
        onChoose={(node) =>
          change(
            node.id === TOP
              ? { folder: undefined, folder_name: undefined }
              : { folder: node.id, folder_name: node.name },
          )
        }
        icon={folderIcon}
        empty="No folders here yet"
      />
      <NewFolder
        key={chosen}
        account={to.id}
        parent={chosen}
        place={draft.folder?.name ?? to.name}
        onCreated={({ id: folder, name }) => change({ folder, folder_name: name })}
      />
    </div>
  );
}

function Options({ draft, change }: { draft: Draft; change: PaneBodyProps['state']['change'] }) {
  return (
    <>
      <Radio.Group
        label="How"
        value={draft.mode}
        onChange={(mode) => change({ mode: mode === 'move' ? 'move' : undefined })}
        classNames={{ label: classes.label }}
      >
        <div className="stack gap-8">
          <Radio value="copy" label="Copy" description="The originals stay where they are." />
          <Radio
            value="move"
            label="Move"
            description="Each original moves to its account’s trash after the copy is verified."
          />
        </div>
      </Radio.Group>
      <div className={classes.selects}>
        <Select
          label="Name conflicts"
          description="If a name already exists."
          data={Object.entries(conflictTexts).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          value={draft.same}
          onChange={(same) => change({ same: same === 'skip' || same === 'replace' ? same : undefined })}
        />
        <Select
          label="Repeat"
          description="Transfers what’s new or changed."
          data={Object.entries(repeatTexts).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          value={draft.repeat ?? 'off'}
          onChange={(repeat) => change({ repeat: repeat === 'hourly' || repeat === 'daily' ? repeat : undefined })}
        />
      </div>
    </>
  );
}
