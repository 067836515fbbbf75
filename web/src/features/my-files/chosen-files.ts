import { limits } from '@sheaf/contract';

/** A file to upload, with its path: ‘Holiday/photo.jpg’. */
export interface ChosenFile {
  file: File;
  path: string;
}

/** Files of operating systems that nobody wants to upload. */
const systemFiles = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);
const BATCH_SIZE = 500;

/** The files of a file field, which may be one for folders. */
export const chosenIn = (files: FileList): ChosenFile[] =>
  Array.from(files, (file) => ({ file, path: file.webkitRelativePath || file.name })).filter(
    ({ file }) => !systemFiles.has(file.name),
  );

export interface Dropped {
  files: ChosenFile[];
  /** Paths of empty folders, which no file creates. */
  emptyFolders: string[][];
  /** Paths the browser was not allowed to read. */
  unreadable: string[];
}

/**
 * The dropped files, with everything in dropped folders, some hundred at a time. The entries are read synchronously,
 * because the browser discards them after the event.
 */
export function droppedIn(transfer: DataTransfer): AsyncGenerator<Dropped> {
  const files = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  // Items from outside the file system, such as a picture of another page, have no entry, only a file.
  return batches(files.map((item) => item.webkitGetAsEntry() ?? item.getAsFile()).filter((given) => given !== null));
}

type DroppedEntry = FileSystemEntry | File;

const nothing = (): Dropped => ({ files: [], emptyFolders: [], unreadable: [] });

async function* batches(entries: readonly DroppedEntry[]): AsyncGenerator<Dropped> {
  let batch = nothing();
  for await (const found of walk(entries)) {
    if ('file' in found) batch.files.push(found);
    else if ('unreadable' in found) batch.unreadable.push(found.unreadable);
    else batch.emptyFolders.push(found.emptyFolder.split('/'));
    if (batch.files.length < BATCH_SIZE && batch.emptyFolders.length < limits.foldersAtOnce) continue;
    yield batch;
    batch = nothing();
  }
  if (batch.files.length + batch.emptyFolders.length + batch.unreadable.length > 0) yield batch;
}

const pathOf = ({ fullPath }: FileSystemEntry) => fullPath.replace(/^\//, '');

type Found = ChosenFile | { emptyFolder: string } | { unreadable: string };

async function* walk(entries: readonly DroppedEntry[]): AsyncGenerator<Found> {
  for (const entry of entries) {
    if (systemFiles.has(entry.name)) continue;
    if (entry instanceof File) {
      yield { file: entry, path: entry.name };
    } else if (entry.isFile) {
      const file = await fileOf(entry as FileSystemFileEntry);
      yield file ? { file, path: pathOf(entry) } : { unreadable: pathOf(entry) };
    } else {
      let empty = true;
      for await (const found of inside(entry as FileSystemDirectoryEntry)) {
        empty = false;
        yield found;
      }
      if (empty) yield { emptyFolder: pathOf(entry) };
    }
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File | null> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(null)));

async function* inside(folder: FileSystemDirectoryEntry): AsyncGenerator<Found> {
  const reader = folder.createReader();
  // A reader returns some entries at a time, and an empty list at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[] | null>((resolve) =>
      reader.readEntries(resolve, () => resolve(null)),
    );
    if (some === null) yield { unreadable: pathOf(folder) };
    if (!some?.length) return;
    yield* walk(some);
  }
}
