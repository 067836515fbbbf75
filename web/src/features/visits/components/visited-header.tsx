import { Button, Title } from '@mantine/core';
import type { LinkedDocument } from '@sheaf/contract';
import { IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatBytes, formatDate } from '../../../lib/format/format.ts';
import { DocumentIcon, documentTypeNames } from '../../../ui/documents/document-icon.tsx';
import { downloadFolder } from '../api/visits.ts';
import classes from './visits.module.css';

interface VisitedHeaderProps {
  token: string;
  document: LinkedDocument;
  /** The folders above, from the linked one on. */
  path: readonly { id: string; name: string }[];
  downloads: boolean;
}

/** The document’s name and type, and the way back to its folders. */
export function VisitedHeader({ token, document, path, downloads }: VisitedHeaderProps) {
  const { name, type, size, updated_at, local_path } = document;
  const facts = [
    documentTypeNames[type],
    ...(size === null ? [] : [formatBytes(size)]),
    ...(updated_at === null ? [] : [`Last update ${formatDate(updated_at)}`]),
  ];
  return (
    <div className={`row wrap between ${classes.header}`}>
      <div className={classes.about}>
        {path.length > 0 ? (
          <nav aria-label="Folders" className={`row wrap gap-2 dimmed ${classes.path}`}>
            {path.map((folder, index) => (
              <span key={folder.id} className={classes.step}>
                <Link to="/l/$token" params={{ token }} search={index === 0 ? {} : { at: folder.id }}>
                  {folder.name}
                </Link>
                <IconChevronRight size={14} aria-hidden />
              </span>
            ))}
          </nav>
        ) : null}
        <div className="row gap-10 shrinkable">
          <DocumentIcon type={type} />
          <Title order={1} size="h3" className={`ellipsis shrinkable ${classes.name}`} title={name}>
            {name}
          </Title>
        </div>
        <p className={classes.facts}>{facts.join(' · ')}</p>
      </div>
      {downloads && type === 'folder' ? <DownloadAll token={token} folder={document} /> : null}
      {downloads && local_path ? (
        <Button
          component="a"
          href={`/storage/${local_path}&download=1`}
          download
          leftSection={<IconDownload size={16} />}
        >
          Download
        </Button>
      ) : null}
    </div>
  );
}

function DownloadAll({ token, folder: { id, name } }: { token: string; folder: LinkedDocument }) {
  const { mutate, isPending } = useMutation(downloadFolder);
  return (
    <Button
      leftSection={<IconDownload size={16} />}
      loading={isPending}
      aria-label={`Download all in ${name}`}
      onClick={() => mutate({ token, id })}
    >
      Download all
    </Button>
  );
}
