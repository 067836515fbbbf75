import { type ReactNode, useState } from 'react';
import classes from './view.module.css';

interface MediaViewProps {
  as: 'video' | 'audio';
  url: string;
  name: string;
  problem(message: string): ReactNode;
}

/** The browser asks for the parts it plays, so seeking needs no more than that. */
export function MediaView({ as: Player, url, name, problem }: MediaViewProps) {
  const [failed, setFailed] = useState('');
  if (failed === url) return problem('This recording is damaged, or of a kind that this browser cannot play.');
  return (
    <div className={classes.media}>
      <Player key={url} src={url} controls preload="metadata" aria-label={name} onError={() => setFailed(url)} />
    </div>
  );
}
