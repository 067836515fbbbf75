import { Button } from '@mantine/core';
import type { LinkedDocument } from '@sheaf/contract';
import { type Icon, IconFileAlert, IconFileDescription, IconHourglass, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { NO_CONNECTION } from '../../features/preview/view/fetch-bytes.ts';
import { FileView } from '../../features/preview/view/file-view.tsx';
import { ImageView } from '../../features/preview/view/image-view.tsx';
import { MediaView } from '../../features/preview/view/media-view.tsx';
import { preparedView, type View, viewOf } from '../../features/preview/view/view-of.ts';
import { visitedRenditionQuery } from '../../features/visits/api/visits.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import classes from './public-link.module.css';

type FileToShow = View & { as: 'file' };

interface VisitedFileProps {
  token: string;
  document: LinkedDocument;
  downloads: boolean;
}

/** The content, shown by the same views as in the app. */
export function VisitedFile(props: VisitedFileProps) {
  const [tries, setTries] = useState(0);
  return (
    <div className={`framed column ${classes.view}`}>
      <Shown key={tries} {...props} onRetry={() => setTries(tries + 1)} />
    </div>
  );
}

function Shown({ token, document, downloads, onRetry }: VisitedFileProps & { onRetry(): void }) {
  const { name } = document;
  const view = viewOf({ ...document, web_url: null, messages: [], office_viewer_url: null });
  const instead = downloads ? 'Download it to open it on your device.' : 'This link doesn’t allow downloads.';
  const problem = (message: string) => (
    <Card title="Can’t show this file" onRetry={message === NO_CONNECTION ? onRetry : undefined}>
      {message}
    </Card>
  );
  const showFile = (view: FileToShow) => (
    <FileView key={view.url} view={view} name={name} mark={null} onKey={ignoreKey} problem={problem} />
  );
  switch (view.as) {
    case 'image':
      return <ImageView url={view.url} name={name} problem={problem} />;
    case 'video':
    case 'audio':
      return <MediaView as={view.as} url={view.url} name={name} problem={problem} />;
    case 'file':
      return showFile(view);
    case 'prepared':
      return <Prepared token={token} id={document.id} showFile={showFile} instead={instead} />;
    case 'too-large':
      return problem(`It’s larger than ${formatBytes(view.limit)}. ${instead}`);
    case 'pending':
    case 'failed':
      return (
        <Card icon={IconHourglass} title="This file isn’t here yet">
          It’s still on its way from where it’s kept. Try again later.
        </Card>
      );
    case 'download':
      return <Card title="No preview for this type of file">{instead}</Card>;
    default:
      return (
        <Card title="No preview for this type of file">
          {document.content === 'stored' ? instead : 'It can only be opened where it was made.'}
        </Card>
      );
  }
}

/** The page has no shortcuts that a key in the frame could be meant for. */
const ignoreKey = () => {};

interface PreparedProps {
  token: string;
  id: string;
  showFile(view: FileToShow): ReactNode;
  instead: string;
}

/** Shows a file that no browser can show, as the PDF that the server makes of it. */
function Prepared({ token, id, showFile, instead }: PreparedProps) {
  const { data, error, refetch } = useQuery(visitedRenditionQuery(token, id));
  if (!data && error) return <LoadFailed what="this preview" retry={() => void refetch()} />;
  if (data?.state === 'ready' && data.local_path) return showFile(preparedView(data.local_path));
  if (data?.state === 'unavailable')
    return (
      <Card title="Can’t show this file">
        {data.reason} {instead}
      </Card>
    );
  return (
    <Card icon={IconFileDescription} title="Preparing the preview…">
      <span role="status">It appears here as soon as it’s ready.</span>
    </Card>
  );
}

interface CardProps {
  icon?: Icon;
  title: string;
  onRetry?: (() => void) | undefined;
  children: ReactNode;
}

function Card({ icon = IconFileAlert, title, onRetry, children }: CardProps) {
  return (
    <div className={classes.card}>
      <EmptyState
        icon={icon}
        title={title}
        action={
          onRetry ? (
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
              Try again
            </Button>
          ) : null
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
