import { type ReactNode, useState } from 'react';
import { whyNotLoaded } from './fetch-bytes.ts';
import classes from './view.module.css';

interface MediaViewProps {
  as: 'video' | 'audio';
  url: string;
  name: string;
  problem(message: string): ReactNode;
}

const DAMAGED = 'This file is damaged, or this browser can’t play its format.';

/** The browser loads only the parts it plays, by range requests. */
export function MediaView({ as: Player, url, name, problem }: MediaViewProps) {
  const [failed, setFailed] = useState<{ url: string; why: string }>();
  const fail = () => void whyNotLoaded(url).then((why = DAMAGED) => setFailed({ url, why }));
  if (failed?.url === url) return problem(failed.why);
  return (
    <div className={classes.media}>
      <Player key={url} src={url} controls preload="metadata" aria-label={name} onError={fail} />
    </div>
  );
}
