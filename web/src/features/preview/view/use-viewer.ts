import { useComputedColorScheme } from '@mantine/core';
import type { MessagePicture } from '@sheaf/contract';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { toast } from '../../../ui/feedback/toast.ts';
import {
  type FromViewer,
  type Mark,
  type PassedKey,
  readMessage,
  type ToViewer,
  type ViewerKind,
} from '../../../viewer/protocol.ts';

/** Time limits of the frame: without any message, until it is ready, and until the file is shown. */
const SILENCE_TIMEOUT_MS = 15_000;
const START_TIMEOUT_MS = 30_000;
const SHOW_TIMEOUT_MS = 120_000;

export interface ViewerFile {
  /** A new key means a new file. */
  key: string;
  name: string;
  kind: ViewerKind;
  images: boolean;
  /** The passage to scroll to. */
  mark: Mark | null;
  load(signal: AbortSignal): Promise<{ bytes: ArrayBuffer; cut: boolean }>;
}

export interface ViewerListeners {
  onKey(key: PassedKey): void;
  onImagesBlocked?(): void;
  /** A document that belongs to the shown one: an attachment. */
  onOpen?(id: string): void;
  onSave?(id: string): void;
  /** The next page of a conversation. */
  onMore?(): Promise<ArrayBuffer>;
  /** The pictures inside a message of a conversation. */
  onPictures?(message: string): Promise<MessagePicture[]>;
}

type Frame = RefObject<HTMLIFrameElement | null>;

/** Communicates with the page in the frame: sends the file, handles the answers, and gives up when the page hangs. */
export function useViewer(frame: Frame, file: ViewerFile, listeners: ViewerListeners) {
  const scheme = useComputedColorScheme('light');
  const [shown, setShown] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const hear = useEffectEvent((message: FromViewer) => {
    const { onKey, onImagesBlocked, onOpen, onSave, onMore, onPictures } = listeners;
    if (message.type === 'shown') setShown(true);
    else if (message.type === 'images-blocked') onImagesBlocked?.();
    else if (message.type === 'key') onKey(message.key);
    else if (message.type === 'link') window.open(message.href, '_blank', 'noopener,noreferrer');
    else if (message.type === 'open') onOpen?.(message.id);
    else if (message.type === 'download') onSave?.(message.id);
    else if (message.type === 'more')
      onMore?.().then(
        (bytes) => send(frame, { type: 'append', bytes }, [bytes]),
        (error: unknown) => toast.error(error instanceof Error ? error.message : 'Couldn’t load more messages.'),
      );
    else if (message.type === 'pictures')
      onPictures?.(message.message).then(
        (pictures) => send(frame, { type: 'pictures', message: message.message, pictures }),
        // Without them, their names stay in their places.
        () => {},
      );
    else if (message.type === 'data') void sendLibraryFile(frame, message.name);
  });
  const load = useEffectEvent((signal: AbortSignal) => file.load(signal));
  const show = useEffectEvent(({ bytes, cut }: { bytes: ArrayBuffer; cut: boolean }) => {
    const { name, kind, images, mark } = file;
    send(frame, { type: 'show', name, kind, images, scheme, bytes, cut, mark }, [bytes]);
  });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const watch = new ViewerWatchdog();
    const fail = (message: string) => {
      if (signal.aborted) return;
      controller.abort();
      setProblem(message);
    };
    const loading = load(signal);
    loading.catch((error) => fail(error instanceof Error ? error.message : 'Couldn’t load the file.'));
    const listen = ({ source, data }: MessageEvent) => {
      const message = source === frame.current?.contentWindow ? readMessage(data) : null;
      if (!message) return;
      if (message.type === 'failed') fail(message.message);
      else hear(message);
      if (watch.hear(message)) void loading.then((loaded) => signal.aborted || show(loaded)).catch(() => {});
    };
    window.addEventListener('message', listen, { signal });
    const clock = setInterval(() => {
      if (watch.isLate()) fail('This file takes too long to open here. Download it instead.');
    }, 1000);
    signal.addEventListener('abort', () => clearInterval(clock));
    return () => controller.abort();
  }, [frame]);

  useEffect(() => send(frame, { type: 'scheme', scheme }), [frame, scheme]);
  return { shown, problem };
}

/**
 * The page has an opaque origin, so no target origin can be named. The security policy allows no other page in the
 * frame.
 */
function send(frame: Frame, message: ToViewer, transfer: Transferable[] = []): void {
  frame.current?.contentWindow?.postMessage(message, '*', transfer);
}

async function sendLibraryFile(frame: Frame, name: string): Promise<void> {
  const { libraryFile } = await import('./library-files.ts');
  const bytes = await libraryFile(name).catch(() => null);
  send(frame, { type: 'data', name, bytes }, bytes ? [bytes] : []);
}

/** Detects when the page in the frame has been silent or busy for too long. */
class ViewerWatchdog {
  #heard = performance.now();
  #began: number | null = null;
  #shown = false;

  /** Returns whether the page has reported for the first time that it is ready. */
  hear({ type }: FromViewer): boolean {
    this.#heard = performance.now();
    if (type === 'shown') this.#shown = true;
    if (type !== 'ready' || this.#began !== null) return false;
    this.#began = this.#heard;
    return true;
  }

  /** Browsers suspend hidden pages, so the limits apply only while the page is visible. */
  isLate(): boolean {
    const now = performance.now();
    if (document.hidden) this.#heard = now;
    if (this.#began === null) return now - this.#heard > START_TIMEOUT_MS;
    return now - this.#heard > SILENCE_TIMEOUT_MS || (!this.#shown && now - this.#began > SHOW_TIMEOUT_MS);
  }
}
