import { Anchor, Button } from '@mantine/core';
import type { ArchiveEntry } from '@sheaf/contract';
import { IconDownload } from '@tabler/icons-react';
import view from '../view.module.css';
import classes from './archive.module.css';
import { SaveAction } from './save-action.tsx';

interface ArchivePathProps {
  documentId: string;
  archive: string;
  path: string;
  /** The shown file. */
  file: ArchiveEntry | null;
  onGo(path: string): void;
  onDownload(file: ArchiveEntry): void;
}

/** The path in the archive; every folder above is a way back. */
export function ArchivePath({ documentId, archive, path, file, onGo, onDownload }: ArchivePathProps) {
  const names = path === '' ? [] : path.split('/');
  const places = [
    { name: archive, path: '' },
    ...names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') })),
  ];
  const last = file ? undefined : places.at(-1);
  return (
    <div className={`row wrap between dimmed ${view.bar}`}>
      <nav className={classes.path} aria-label="Place in the archive">
        {places.map((place) =>
          place === last ? (
            <span key={place.path} aria-current="page">
              {place.name}
            </span>
          ) : (
            <Anchor key={place.path} component="button" type="button" inherit onClick={() => onGo(place.path)}>
              {place.name}
            </Anchor>
          ),
        )}
        {file ? <span aria-current="page">{file.name}</span> : null}
      </nav>
      {file?.local_path ? <SaveAction documentId={documentId} file={file} /> : null}
      {file?.local_path ? (
        <Button variant="default" size="xs" leftSection={<IconDownload size={14} />} onClick={() => onDownload(file)}>
          Download this file
        </Button>
      ) : null}
    </div>
  );
}
