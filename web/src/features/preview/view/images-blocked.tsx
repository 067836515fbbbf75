import { Button } from '@mantine/core';
import classes from './view.module.css';

/** Images from elsewhere tell who sent them that, when and from where they were looked at. */
export function ImagesBlocked({ onShow }: { onShow(): void }) {
  return (
    <div className={classes.bar} role="status">
      Images from elsewhere are not shown, to protect your privacy.
      <Button variant="default" size="compact-sm" onClick={onShow}>
        Show images
      </Button>
    </div>
  );
}
