import { Portal } from '@mantine/core';
import { FullScreenLoader } from '../../../../ui/brand/full-screen-loader.tsx';
import classes from './redirecting.module.css';

/** Covers the page while the browser loads a consent page. */
export function Redirecting({ shown }: { shown: boolean }) {
  return shown ? (
    <Portal>
      <div className={classes.cover}>
        <FullScreenLoader />
      </div>
    </Portal>
  ) : null;
}
