import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './preview-modal.module.css';

interface PreviewFooterProps {
  /** '3 of 20' */
  place: string;
  /** Undefined at the ends of the list. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function PreviewFooter({ place, onPrevious, onNext }: PreviewFooterProps) {
  return (
    <nav className={classes.footer} aria-label="Documents">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label="Previous document"
        disabled={!onPrevious}
        onClick={onPrevious}
      >
        <IconChevronLeft size={20} stroke={1.8} />
      </ActionIcon>
      <span role="status">{place}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label="Next document"
        disabled={!onNext}
        onClick={onNext}
      >
        <IconChevronRight size={20} stroke={1.8} />
      </ActionIcon>
    </nav>
  );
}
