/** A file to upload, with the folders it comes in: 'Holiday/photo.jpg'. */
export interface ChosenFile {
  file: File;
  path: string;
}

/** What systems leave in folders, and nobody means to upload. */
const litter = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);
const AT_ONCE = 500;

const wanted = ({ file }: ChosenFile) => !litter.has(file.name);

/** From a file field, also one for folders. */
export const chosenIn = (files: FileList): ChosenFile[] =>
  Array.from(files, (file) => ({ file, path: file.webkitRelativePath || file.name })).filter(wanted);

/**
 * What was dropped, folders with all inside, some hundred at a time. The entries are taken at once, because the browser
 * forgets them after the event.
 */
export function droppedIn(transfer: DataTransfer): AsyncGenerator<ChosenFile[]> {
  const files = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  // What comes from no file system, such as a picture of another page, is a file only.
  return batches(files.map((item) => item.webkitGetAsEntry() ?? item.getAsFile()).filter((given) => given !== null));
}

type Given = FileSystemEntry | File;

async function* batches(entries: readonly Given[]): AsyncGenerator<ChosenFile[]> {
  let batch: ChosenFile[] = [];
  for await (const file of walk(entries)) {
    if (!wanted(file)) continue;
    batch.push(file);
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* walk(entries: readonly Given[]): AsyncGenerator<ChosenFile> {
  for (const entry of entries) {
    if (entry instanceof File) {
      yield { file: entry, path: entry.name };
    } else if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      yield { file, path: entry.fullPath.replace(/^\//, '') };
    } else {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      // A reader gives some at a time, and nothing at the end.
      for (;;) {
        const inside = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
        if (inside.length === 0) break;
        yield* walk(inside);
      }
    }
  }
}
