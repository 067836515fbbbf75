import { Loader } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { viewerPath } from '../../../viewer/protocol.ts';
import { useViewer, type ViewerFile, type ViewerListeners } from './use-viewer.ts';
import classes from './view.module.css';

interface ViewerFrameProps extends ViewerListeners {
  file: ViewerFile;
  /** Shown in place of a file that cannot be shown. */
  problem(message: string): ReactNode;
}

/** Shows a file in a frame with an opaque origin: scripts in the file cannot reach the app. */
export function ViewerFrame(props: ViewerFrameProps) {
  return <OneFile key={props.file.key} {...props} />;
}

function OneFile({ file, problem, ...listeners }: ViewerFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const state = useViewer(frame, file, listeners);
  if (state.problem) return problem(state.problem);
  return (
    <div className={classes.place}>
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
