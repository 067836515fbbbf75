import { Loader } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { viewerPath } from '../../../viewer/protocol.ts';
import { useViewer, type ViewerFile, type ViewerListeners } from './use-viewer.ts';
import classes from './view.module.css';

interface ViewerFrameProps extends ViewerListeners {
  file: ViewerFile;
  /** Fills its place, or is as high as what it shows. */
  fit: 'place' | 'content';
  /** Stands in for a file that cannot be shown. */
  problem(message: string): ReactNode;
}

const HIGHEST = 20_000;

/** A file in a page of its own that has no origin: what is in the file can do nothing here. */
export function ViewerFrame(props: ViewerFrameProps) {
  return <OneFile key={props.file.key} {...props} />;
}

function OneFile({ file, fit, problem, ...listeners }: ViewerFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const state = useViewer(frame, file, listeners);
  if (state.problem) return problem(state.problem);
  const height = fit === 'content' ? Math.min(Math.max(state.height ?? 0, 48), HIGHEST) : undefined;
  return (
    <div className={fit === 'place' ? classes.place : classes.content} style={{ height }}>
      <iframe
        ref={frame}
        className={classes.frame}
        title={file.name}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        src={file.images ? `${viewerPath}?images=shown` : viewerPath}
        data-shown={state.shown || undefined}
      />
      {state.shown ? null : (
        <div className={classes.waiting}>
          <Loader size="sm" aria-label="Loading the file" />
        </div>
      )}
    </div>
  );
}
