import { Portal } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { count } from '../../../lib/format/format.ts';
import { type FolderTarget, targetAt } from '../../../ui/documents/folder-target.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { makeFolders } from '../api/arrange.ts';
import { droppedIn } from '../chosen-files.ts';
import type { Target } from '../upload-item.ts';
import { uploads } from '../uploads.ts';
import classes from './drop-zone.module.css';

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** The folder or place under the pointer. */
const targetUnder = ({ target }: DragEvent): FolderTarget | null =>
  (target instanceof Element && targetAt(target)?.target) || null;

/**
 * While it is mounted, files can be dropped anywhere on the page: on a folder or a place they go there, elsewhere to
 * the open folder. It shows the destination. Without a target, drops are refused.
 */
export function DropZone({ target: open }: { target: Target | null }) {
  const { mutateAsync: make } = useMutation(makeFolders);
  const [over, setOver] = useState(false);
  const [pointed, setPointed] = useState<FolderTarget | null>(null);
  const target: Target | null = pointed ?? open;
  /** Returns whether files can be dropped there. */
  const point = useEffectEvent((event: DragEvent) => {
    const under = targetUnder(event);
    setPointed((before) => (before?.folderId === under?.folderId && before?.name === under?.name ? before : under));
    return under !== null || open !== null;
  });
  const take = useEffectEvent(async (transfer: DataTransfer, under: FolderTarget | null) => {
    const target = under ?? open;
    if (!target) return;
    const unread: string[] = [];
    let made = 0;
    for await (const { files, emptyFolders, unreadable } of droppedIn(transfer)) {
      uploads.add(files, target);
      unread.push(...unreadable);
      if (emptyFolders.length === 0) continue;
      // A failure is reported by a toast, and the rest is still uploaded.
      await make({ paths: emptyFolders, parent_id: target.folderId, account_id: target.accountId }).then(
        () => {
          made += emptyFolders.length;
        },
        () => {},
      );
    }
    if (made > 0) toast.success(`${count(made, 'empty folder')} added to ${target.name}`);
    if (unread.length === 1) toast.error(`Couldn’t read “${unread[0]}”.`);
    else if (unread.length > 1) toast.error(`Couldn’t read ${unread.length} files or folders.`);
  });

  useEffect(() => {
    const hover = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = point(event) ? 'copy' : 'none';
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Only when leaving the window, not between elements.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      void take(event.dataTransfer!, targetUnder(event));
    };
    const events = { dragenter: hover, dragover: hover, dragleave: leave, drop };
    for (const [name, listener] of Object.entries(events)) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(events))
        window.removeEventListener(name, listener as EventListener);
    };
  }, []);

  if (!over || !target) return null;
  return (
    <Portal>
      <div className={classes.overlay}>
        <div className={classes.card}>
          <IconUpload size={32} stroke={1.5} aria-hidden />
          <p className={classes.text}>
            Drop to upload to <strong>{target.name}</strong>
          </p>
        </div>
      </div>
    </Portal>
  );
}
