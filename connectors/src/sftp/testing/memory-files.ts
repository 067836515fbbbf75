import type { SFTPWrapper } from 'ssh2';

const ok = 0;
const noSuchFile = 2;

/** A host’s files in memory, without folders. It doesn’t accept times, and answers SETSTAT with the status. */
export function memoryFiles(sftp: SFTPWrapper, files: Map<string, Buffer>, setstatStatus: number): void {
  const describe = (path: string) => {
    const bytes = files.get(path);
    return bytes && { mode: 0o100644, uid: 0, gid: 0, size: bytes.length, atime: 1, mtime: 1 };
  };
  sftp.removeAllListeners('LSTAT');
  sftp.on('LSTAT', (id, path) => {
    const folder = { mode: 0o040755, uid: 0, gid: 0, size: 0, atime: 1, mtime: 1 };
    const attrs = path === '/home/ada' ? folder : describe(path);
    if (attrs) sftp.attrs(id, attrs);
    else sftp.status(id, noSuchFile);
  });
  sftp.on('OPEN', (id, path) => {
    files.set(path, files.get(path) ?? Buffer.alloc(0));
    sftp.handle(id, Buffer.from(path));
  });
  sftp.on('WRITE', (id, handle, offset, data) => {
    const path = handle.toString();
    files.set(path, Buffer.concat([files.get(path)!.subarray(0, offset), data]));
    sftp.status(id, ok);
  });
  sftp.on('CLOSE', (id) => sftp.status(id, ok));
  sftp.on('SETSTAT', (id) => sftp.status(id, setstatStatus));
  sftp.on('FSETSTAT', (id) => sftp.status(id, setstatStatus));
  sftp.on('RENAME', (id, from, to) => {
    files.set(to, files.get(from)!);
    files.delete(from);
    sftp.status(id, ok);
  });
  sftp.on('REMOVE', (id, path) => sftp.status(id, files.delete(path) ? ok : noSuchFile));
}
