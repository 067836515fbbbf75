import { IconFolder, IconMessage } from '@tabler/icons-react';
import { count } from '../../../../lib/format/format.ts';
import { Tree } from '../../../../ui/tree/tree.tsx';
import { choices, type Level, type Selection, toggled } from '../../../../ui/tree/tree-rows.ts';
import { channelQuery, type Folder, folderQuery } from '../../api/folders.ts';

interface FolderPickerProps {
  account: string;
  selection: Selection<Folder>;
  onChange(selection: Selection<Folder>): void;
  labelledBy: string;
}

const folderIcon = () => <IconFolder size={18} stroke={1.6} aria-hidden />;

/** The folders at the source. */
export function FolderPicker({ account, selection, onChange, labelledBy }: FolderPickerProps) {
  return (
    <Tree
      query={folderQuery(account)}
      labelledBy={labelledBy}
      multiple
      choiceOf={(levels) => choices(levels, selection)}
      onChoose={(folder, levels) => onChange(toggled(levels, selection, folder))}
      icon={folderIcon}
      note={(_folder, content) => contentNote(content)}
      empty="No folders in this account"
    />
  );
}

const channelIcon = () => <IconMessage size={18} stroke={1.6} aria-hidden />;

/** The channels, labels or mailboxes at the source. */
export function ChannelPicker({ account, selection, onChange, labelledBy }: FolderPickerProps) {
  return (
    <Tree
      query={channelQuery(account)}
      labelledBy={labelledBy}
      multiple
      choiceOf={(levels) => choices(levels, selection)}
      onChoose={(channel, levels) => onChange(toggled(levels, selection, channel))}
      icon={channelIcon}
      note={() => null}
      empty="Nothing to choose in this account"
    />
  );
}

function contentNote(content: Level<Folder> | undefined): string | null {
  if (content?.state !== 'ready') return null;
  const files = content.hidden > 0 ? `${count(content.hidden, 'file')}${content.next ? ' or more' : ''}` : null;
  if (content.nodes.length > 0 || content.next) return files;
  return files ? `${files}, no folders` : 'empty';
}
