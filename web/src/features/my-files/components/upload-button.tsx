import { Button, Menu } from '@mantine/core';
import { IconClipboard, IconFileUpload, IconFolderPlus, IconFolderUp, IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { count } from '../../../lib/format/format.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { afterMenu } from '../../../ui/menus/light-menu.tsx';
import { chosenIn } from '../chosen-files.ts';
import type { Paste } from '../relocation/use-paste.ts';
import type { Target } from '../upload-item.ts';
import { uploads } from '../uploads.ts';
import classes from './upload-button.module.css';

const NewFolderDialog = lazyDialog(async () => (await import('./name-dialog.tsx')).NewFolderDialog);

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

interface UploadButtonProps {
  target: Target | null;
  /** Why nothing can be added to the open folder; null if files can be added, or while that is unknown. */
  obstacle: string | null;
  paste: Paste | null;
}

/** Uploads files or a folder, or creates a folder, in the open folder. Its menu opens once the folder is known. */
export function UploadButton({ target, obstacle, paste }: UploadButtonProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [naming, setNaming] = useState(false);
  const add = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (target) uploads.add(chosenIn(currentTarget.files!), target);
    // Allows choosing the same file again.
    currentTarget.value = '';
  };
  return (
    <>
      <Menu disabled={!target} position="bottom-end" width={200} portalProps={{ target: '#content' }}>
        <Menu.Target>
          <Button
            className={`rigid ${classes.button}`}
            leftSection={<IconUpload {...icon} />}
            aria-label="Upload"
            disabled={obstacle !== null}
            title={obstacle ?? undefined}
          >
            Upload
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>To {target?.name}</Menu.Label>
          <Menu.Item leftSection={<IconFileUpload {...icon} />} onClick={() => files.current?.click()}>
            Upload files
          </Menu.Item>
          <Menu.Item leftSection={<IconFolderUp {...icon} />} onClick={() => folder.current?.click()}>
            Upload folder
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconFolderPlus {...icon} />} onClick={() => afterMenu(() => setNaming(true))}>
            New folder
          </Menu.Item>
          {paste ? (
            <Menu.Item leftSection={<IconClipboard {...icon} />} onClick={() => afterMenu(paste.run)}>
              Paste {count(paste.count, 'item')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <input ref={files} type="file" multiple hidden aria-label="Files to upload" onChange={add} />
      <input
        ref={folder}
        type="file"
        {...{ webkitdirectory: '' }}
        hidden
        aria-label="Folder to upload"
        onChange={add}
      />
      {target ? <NewFolderDialog opened={naming} target={target} onClose={() => setNaming(false)} /> : null}
    </>
  );
}
