import { expect, it } from 'vitest';
import { type Dropped, droppedIn } from './chosen-files.ts';

const refused = new DOMException('no', 'NotReadableError');

function file(fullPath: string, readable = true): FileSystemEntry {
  const name = fullPath.split('/').at(-1)!;
  const entry = {
    name,
    fullPath,
    isFile: true,
    file: (done: (file: File) => void, fail: (error: Error) => void) =>
      readable ? done(new File(['x'], name)) : fail(refused),
  };
  return entry as unknown as FileSystemEntry;
}

/** `parts` are the entries of each read; a part that is null cannot be read. */
function folder(fullPath: string, ...parts: (FileSystemEntry[] | null)[]): FileSystemEntry {
  const left = [...parts, []];
  const readEntries = (done: (entries: FileSystemEntry[]) => void, fail: (error: Error) => void) => {
    const part = left.shift();
    if (part) done(part);
    else fail(refused);
  };
  const entry = { name: fullPath.split('/').at(-1)!, fullPath, isFile: false, createReader: () => ({ readEntries }) };
  return entry as unknown as FileSystemEntry;
}

async function drop(...entries: FileSystemEntry[]): Promise<Dropped[]> {
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
  const batches: Dropped[] = [];
  for await (const batch of droppedIn({ items } as unknown as DataTransfer)) batches.push(batch);
  return batches;
}

it('finds files at any depth and empty folders, and leaves out files of the operating system', async () => {
  const [found, ...others] = await drop(
    folder('/a', [file('/a/1.txt'), file('/a/.DS_Store')], [folder('/a/b', [folder('/a/b/c')])]),
    file('/2.txt'),
  );
  expect(others).toEqual([]);
  expect(found!.files.map(({ path }) => path)).toEqual(['a/1.txt', '2.txt']);
  expect(found!.emptyFolders).toEqual([['a', 'b', 'c']]);
  expect(found!.unreadable).toEqual([]);
});

it('continues after an entry that cannot be read', async () => {
  const [found] = await drop(folder('/a', [file('/a/secret', false), file('/a/1.txt')], null), file('/2.txt'));
  expect(found!.files.map(({ path }) => path)).toEqual(['a/1.txt', '2.txt']);
  expect(found!.unreadable).toEqual(['a/secret', 'a']);
});
