import { Button, Radio, Skeleton, Text } from '@mantine/core';
import { useId } from 'react';
import { count, formatBytes } from '../../../lib/format/format.ts';
import { DocumentIcon } from '../../../ui/documents/document-icon.tsx';
import { ChosenNodes } from '../../../ui/tree/chosen-nodes.tsx';
import { Tree } from '../../../ui/tree/tree.tsx';
import { choices, toggled } from '../../../ui/tree/tree-rows.ts';
import { type Choosable, documentTreeQuery } from '../api/places.ts';
import type { Place } from '../places.ts';
import { AccountChoice } from './account-choice.tsx';
import { fromObstacle } from './draft.ts';
import classes from './new-transfer.module.css';
import { PaneFoot } from './pane.tsx';
import type { useDraft } from './use-draft.ts';

interface PaneBodyProps {
  places: readonly Place[];
  state: ReturnType<typeof useDraft>;
}

/** Chooses the source account and its files. */
export function FromPane({ places, state }: PaneBodyProps) {
  const { draft, change, goTo, isLoading } = state;
  return (
    <>
      <div className={classes.columns}>
        <div className={classes.side}>
          <AccountChoice
            label="From account"
            places={places}
            obstacleOf={({ cannotGive }) => cannotGive}
            value={draft.from?.id}
            onChange={(from) =>
              change({ from, all: draft.list || draft.chosen.size + draft.elsewhere > 0 ? undefined : true })
            }
          />
        </div>
        <div className={classes.main}>
          {isLoading ? (
            <Skeleton height={120} />
          ) : draft.from ? (
            <Files key={draft.from.id} from={draft.from} state={state} />
          ) : (
            <Text c="dimmed">Choose the account to transfer from.</Text>
          )}
        </div>
      </div>
      <PaneFoot hint={fromObstacle(draft)}>
        <Button disabled={fromObstacle(draft) !== null} onClick={() => goTo(2)}>
          Continue
        </Button>
      </PaneFoot>
    </>
  );
}

const noList = { list: undefined, list_total: undefined };
const allOf = (value: string) => (value === 'everything' ? true : value === 'synced' ? value : undefined);

const documentIcon = ({ type }: Choosable) => <DocumentIcon type={type} size={24} />;

function Files({ from, state }: { from: Place; state: PaneBodyProps['state'] }) {
  const id = useId();
  const { draft, change, choose, lost } = state;
  return (
    <div className={`column gap-12 ${classes.files}`}>
      <Radio.Group
        label="What to transfer"
        value={draft.all ?? (draft.list ? 'list' : 'chosen')}
        onChange={(value) => value !== 'list' && change({ all: allOf(value), ...noList })}
        classNames={{ label: classes.label }}
      >
        <div className={classes.inline}>
          {draft.list ? (
            <Radio value="list" label={`All ${count(draft.list.total, 'selected document')} in this account`} />
          ) : null}
          <Radio value="everything" label="Everything in this account" />
          {from.syncedFolders === null ? null : (
            <Radio value="synced" label={`Everything synced (${count(from.syncedFolders, 'folder')})`} />
          )}
          <Radio value="chosen" label="Chosen files and folders" />
        </div>
      </Radio.Group>
      {from.syncedFolders !== null && draft.all ? (
        <Text role="status">
          {draft.all === 'synced'
            ? 'Files outside these folders aren’t synced and won’t be transferred.'
            : 'Not all of this account is synced. Sheaf lists it first, and what isn’t synced stays out of Sheaf.'}
        </Text>
      ) : null}
      {draft.list ? (
        <Text role="status">
          Documents in other accounts, and those that aren’t yours, are left out. A transfer uses one account.
        </Text>
      ) : null}
      {from.note && draft.all === null ? (
        <Text size="xs" c="dimmed">
          {from.note}
        </Text>
      ) : null}
      {lost > 0 ? (
        <Text role="status">{count(lost, 'document')} can’t be transferred: deleted, or not yours.</Text>
      ) : null}
      {draft.elsewhere > 0 ? (
        <Text role="status">
          {count(draft.elsewhere, 'chosen document')} in other accounts won’t be transferred. A transfer uses one
          account.
        </Text>
      ) : null}
      {draft.all || draft.list ? null : (
        <>
          <Text fw={550} id={id}>
            Files and folders
          </Text>
          <ChosenNodes label="Chosen" selection={draft.chosen} onChange={choose} />
          <Tree
            query={documentTreeQuery(from.id)}
            labelledBy={id}
            multiple
            choiceOf={(levels) => choices(levels, draft.chosen)}
            onChoose={(node, levels) => choose(toggled(levels, draft.chosen, node))}
            icon={documentIcon}
            note={({ size }) => (size === null ? null : formatBytes(size))}
            empty="This account is empty"
          />
        </>
      )}
    </div>
  );
}
