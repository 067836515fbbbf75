import type { DropboxSandbox } from '@sheaf/sandbox';

const person = 'ada';

/** Ada's files at the sandbox's Dropbox, by path. */
export const dropboxFiles = ({ control }: DropboxSandbox) => {
  const paths = () =>
    control
      .list({ person, path: '' })
      .map(({ path }) => path)
      .sort();
  return {
    paths,
    textOf: (path: string) => Buffer.from(control.read({ person, path }), 'base64').toString(),
    /** Replaces all files with these. A path that ends in a slash is a folder, which files in it need. */
    reset(files: Readonly<Record<string, string>>) {
      for (const path of paths()) if (path.lastIndexOf('/') === 0) control.remove({ person, path });
      for (const [path, text] of Object.entries(files))
        if (path.endsWith('/')) control.mkdir({ person, path: path.slice(0, -1) });
        else control.write({ person, path, text });
    },
  };
};
