import { Button } from '@mantine/core';
import classes from './view.module.css';

/** Remote images would tell the sender when and from where the message was read. */
export function ImagesBlocked({ onShow }: { onShow(): void }) {
  return (
    <div className={`row wrap between dimmed ${classes.bar}`} role="status">
      External images are hidden to protect your privacy.
      <Button variant="default" size="compact-sm" onClick={onShow}>
        Show images
      </Button>
    </div>
  );
}
