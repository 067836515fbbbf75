import type { ArchiveEntry, DocumentDetails } from '@sheaf/contract';
import { type ReactNode, useState } from 'react';
import { saveFrom } from '../../../../lib/browser/save-file.ts';
import { ArchiveFolder } from './archive-folder.tsx';
import { ArchivePath } from './archive-path.tsx';

interface ArchiveViewProps {
  document: DocumentDetails;
  /** Shows a file of the archive as if it were a document. */
  renderFile(file: DocumentDetails, onDownload: () => void): ReactNode;
  problem(message: string): ReactNode;
}

/** The folders and files in an archive. A file is shown in place of the list. */
export function ArchiveView({ document, renderFile, problem }: ArchiveViewProps) {
  const [path, setPath] = useState('');
  const [file, setFile] = useState<ArchiveEntry | null>(null);
  const go = (to: string) => {
    setFile(null);
    setPath(to);
  };
  return (
    <>
      <ArchivePath
        documentId={document.id}
        archive={document.name}
        path={path}
        file={file}
        onGo={go}
        onDownload={save}
      />
      {file ? (
        renderFile(asDocument(document, file), () => save(file))
      ) : (
        <ArchiveFolder
          key={path}
          documentId={document.id}
          path={path}
          onFolder={setPath}
          onFile={setFile}
          onDownload={save}
          problem={problem}
        />
      )}
    </>
  );
}

function save({ local_path, name }: ArchiveEntry): void {
  if (local_path) saveFrom(`/storage/${local_path}&download=1`, name);
}

/** A file of an archive as a document; everything else is that of the archive. */
const asDocument = (archive: DocumentDetails, { name, type, size, local_path }: ArchiveEntry): DocumentDetails => ({
  ...archive,
  name,
  type,
  size,
  local_path,
  mime_type: null,
  web_url: null,
  office_viewer_url: null,
  messages: [],
});
