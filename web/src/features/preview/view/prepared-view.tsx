import type { DocumentDetails } from '@sheaf/contract';
import { IconFileDescription } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { renditionQuery } from '../api/rendition.ts';
import { StateCard } from './state-card.tsx';
import classes from './view.module.css';
import { preparedView, type View } from './view-of.ts';

interface PreparedViewProps {
  document: DocumentDetails;
  onDownload(): void;
  renderFile(view: View & { as: 'file' }): ReactNode;
}

/** Shows a file that no browser can show, as the PDF that the server makes of it. */
export function PreparedView({ document, onDownload, renderFile }: PreparedViewProps) {
  const { data, error, refetch } = useQuery(renditionQuery(document.id));
  const card = { document, onDownload };
  if (!data && error) {
    return (
      <div className={classes.state}>
        <LoadFailed what="this preview" retry={() => void refetch()} />
      </div>
    );
  }
  if (data?.state === 'ready' && data.local_path) return renderFile(preparedView(data.local_path));
  if (data?.state === 'unavailable') {
    return (
      <StateCard title="Can’t show this file" {...card}>
        {data.reason} Download it to open it on your device.
      </StateCard>
    );
  }
  return (
    <StateCard icon={IconFileDescription} title="Preparing the preview…" {...card}>
      <span role="status">It appears here as soon as it’s ready.</span>
    </StateCard>
  );
}
