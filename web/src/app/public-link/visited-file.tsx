import { Button } from '@mantine/core';
import type { LinkedDocument } from '@sheaf/contract';
import { type Icon, IconFileAlert, IconHourglass, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { NO_CONNECTION } from '../../features/preview/view/fetch-bytes.ts';
import { FileView } from '../../features/preview/view/file-view.tsx';
import { ImageView } from '../../features/preview/view/image-view.tsx';
import { MediaView } from '../../features/preview/view/media-view.tsx';
import { viewOf } from '../../features/preview/view/view-of.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import classes from './public-link.module.css';

interface VisitedFileProps {
  document: LinkedDocument;
  downloads: boolean;
}

/** The content, shown by the same views as in the app. */
export function VisitedFile(props: VisitedFileProps) {
  const [tries, setTries] = useState(0);
  return (
    <div className={classes.view}>
      <Shown key={tries} {...props} onRetry={() => setTries(tries + 1)} />
    </div>
  );
}

function Shown({ document, downloads, onRetry }: VisitedFileProps & { onRetry(): void }) {
  const { name } = document;
  const view = viewOf({ ...document, web_url: null, messages: [], office_viewer_url: null });
  const instead = downloads ? 'Download it to open it on your device.' : 'This link doesn’t allow downloads.';
  const problem = (message: string) => (
    <Card title="Can’t show this file" onRetry={message === NO_CONNECTION ? onRetry : undefined}>
      {message}
    </Card>
  );
  switch (view.as) {
    case 'image':
      return <ImageView url={view.url} name={name} problem={problem} />;
    case 'video':
    case 'audio':
      return <MediaView as={view.as} url={view.url} name={name} problem={problem} />;
    case 'file':
      return <FileView key={view.url} view={view} name={name} mark={null} onKey={ignoreKey} problem={problem} />;
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
    case 'prepared':
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

interface CardProps {
  icon?: Icon;
  title: string;
  onRetry?: (() => void) | undefined;
  children: string;
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
