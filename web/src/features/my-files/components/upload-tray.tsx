import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { count, formatBytes } from '../../../lib/format/format.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { useRowWindow } from '../../../ui/lists/use-row-window.ts';
import { announcementOf } from '../upload-announcement.ts';
import type { Summary, UploadItem } from '../upload-item.ts';
import { uploads } from '../uploads.ts';
import { NameTakenDialog } from './name-taken-dialog.tsx';
import { UploadRow } from './upload-row.tsx';
import classes from './upload-tray.module.css';

interface UploadTrayProps {
  onOpen(item: UploadItem): void;
  /** A file was uploaded, or its state changed. */
  onArrived(): void;
}

/** The running uploads, on every page of the main area. */
export function UploadTray({ onOpen, onArrived }: UploadTrayProps) {
  const summary = useSyncExternalStore(uploads.subscribe, uploads.get);
  const [folded, setFolded] = useState(false);
  const room = useSpaceBelow();
  const { items, open, failed, done, arriving, percent } = summary;
  useLeaveWarning(open > 0);
  const arrived = useEffectEvent(onArrived);
  useEffect(() => {
    if (done + arriving + failed > 0) arrived();
  }, [done, arriving, failed]);

  if (items.length === 0) return null;
  return (
    <section ref={room} className={classes.tray} data-tray aria-label="Uploads">
      <VisuallyHidden role="status">{announcementOf(summary)}</VisuallyHidden>
      <header className={classes.head}>
        <div className={`grow stack numeric ${classes.title}`}>
          <strong>{titleOf(summary)}</strong>
          {open > 0 ? <span className={`dimmed small numeric ${classes.fact}`}>{restOf(summary)}</span> : null}
        </div>
        {failed > 0 ? (
          <Button variant="default" size="compact-sm" onClick={() => uploads.retryAll()}>
            Retry
          </Button>
        ) : null}
        {open > 0 ? (
          <Button variant="default" size="compact-sm" onClick={() => uploads.cancelAll()}>
            Cancel all
          </Button>
        ) : null}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={folded ? 'Show uploads' : 'Hide uploads'}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          <IconChevronDown
            size={18}
            stroke={1.7}
            aria-hidden
            className={classes.arrow}
            data-folded={folded || undefined}
          />
        </ActionIcon>
        {open === 0 ? (
          <ActionIcon variant="subtle" color="gray" aria-label="Close uploads" onClick={() => uploads.clear()}>
            <IconX size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        ) : null}
      </header>
      {open > 0 ? <ProgressBar size={3} label="All uploads" percent={percent} /> : null}
      {folded ? null : <Rows summary={summary} onOpen={onOpen} />}
      <NameTakenDialog
        item={summary.asking}
        others={summary.othersAsking}
        onDecide={(item, policy, forAll) => uploads.decide(item, policy, forAll)}
      />
    </section>
  );
}

/** Renders only the rows near the visible part: there may be thousands. */
function Rows({ summary: { items }, onOpen }: { summary: Summary; onOpen(item: UploadItem): void }) {
  const { ref, start, end, before, after } = useRowWindow<HTMLUListElement>(items.length);
  return (
    <div className={classes.rows}>
      <ul ref={ref} style={{ paddingTop: before, paddingBottom: after }}>
        {items.slice(start, end).map((item) => (
          <UploadRow
            key={item.id}
            item={item}
            onOpen={onOpen}
            onCancel={(one) => uploads.cancel(one)}
            onRetry={(one) => uploads.retry(one)}
          />
        ))}
      </ul>
    </div>
  );
}

function titleOf({ items, open, total, failed, done, arriving, percent }: Summary): string {
  if (open > 0) return `Uploading ${count(total, 'file')} · ${percent}%`;
  if (arriving > 0) return `Uploading ${count(arriving, 'file')} to ${appOf(items)}`;
  if (failed > 0) return `${count(failed, 'file')} failed`;
  return done > 0 ? `${count(done, 'file')} uploaded` : 'Uploads canceled';
}

/** The app they are uploaded to, if there is only one. */
function appOf(items: Summary['items']): string {
  const apps = new Set(items.filter(({ state }) => state === 'arriving').map(({ target }) => target.app));
  return apps.size === 1 ? [...apps].join('') : 'your apps';
}

function restOf({ done, failed, speed }: Summary): string {
  const facts = [`${done.toLocaleString('en')} done`];
  if (failed > 0) facts.push(`${failed.toLocaleString('en')} failed`);
  if (speed > 0) facts.push(`${formatBytes(Math.round(speed))}/s`);
  return facts.join(' · ');
}

/** Adds space below the page, so that the tray covers nothing. */
function useSpaceBelow(): (tray: HTMLElement) => () => void {
  return useCallback((tray) => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--sheaf-tray', `${tray.offsetHeight + 16}px`));
    observer.observe(tray);
    return () => {
      observer.disconnect();
      style.removeProperty('--sheaf-tray');
    };
  }, []);
}

/** Asks for confirmation before the page is closed during uploads. */
function useLeaveWarning(needed: boolean): void {
  useEffect(() => {
    if (!needed) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [needed]);
}
