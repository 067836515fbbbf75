import { Portal } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { count } from '../../../lib/format.ts';
import { toast } from '../../../ui/toast.ts';
import { makeFolders } from '../api/arrange.ts';
import { droppedIn } from '../chosen-files.ts';
import type { Target } from '../upload-item.ts';
import { uploads } from '../uploads.ts';
import classes from './drop-zone.module.css';

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** While it is there, files can be dropped anywhere on the page; it says where they go. */
export function DropZone({ target }: { target: Target }) {
  const { mutateAsync: make } = useMutation(makeFolders);
  const [over, setOver] = useState(false);
  const take = useEffectEvent(async (transfer: DataTransfer) => {
    const unread: string[] = [];
    let made = 0;
    for await (const { files, emptyFolders, unreadable } of droppedIn(transfer)) {
      uploads.add(files, target);
      unread.push(...unreadable);
      if (emptyFolders.length === 0) continue;
      // What fails is told, and is no reason to leave out the rest.
      await make({ paths: emptyFolders, parent_id: target.folderId }).then(
        () => {
          made += emptyFolders.length;
        },
        () => {},
      );
    }
    if (made > 0) toast.success(`${count(made, 'empty folder')} added to ${target.name}`);
    if (unread.length === 1) toast.error(`“${unread[0]}” could not be read.`);
    else if (unread.length > 1) toast.error(`${unread.length} files or folders could not be read.`);
  });

  useEffect(() => {
    const hover = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'copy';
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Out of the window, not from one element to the next.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      void take(event.dataTransfer!);
    };
    const events = { dragenter: hover, dragover: hover, dragleave: leave, drop };
    for (const [name, listener] of Object.entries(events)) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(events))
        window.removeEventListener(name, listener as EventListener);
    };
  }, []);

  if (!over) return null;
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
