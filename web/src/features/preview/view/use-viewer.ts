import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import {
  type FromViewer,
  type PassedKey,
  readMessage,
  type ToViewer,
  type ViewerKind,
} from '../../../viewer/protocol.ts';

/** Where only the word of a frame counts: how long it may be silent, take to begin, and take to show. */
const SILENT_MS = 15_000;
const START_MS = 30_000;
const SHOWN_MS = 120_000;

export interface ViewerFile {
  /** Another one stands for another file. */
  key: string;
  name: string;
  kind: ViewerKind;
  images: boolean;
  load(signal: AbortSignal): Promise<{ bytes: ArrayBuffer; cut: boolean }>;
}

export interface ViewerListeners {
  onKey(key: PassedKey): void;
  onImagesBlocked?(): void;
}

type Frame = RefObject<HTMLIFrameElement | null>;

/** Talks to the page in the frame: hands the file over, hears what became of it, and ends it when it hangs. */
export function useViewer(frame: Frame, file: ViewerFile, { onKey, onImagesBlocked }: ViewerListeners) {
  const scheme = useComputedColorScheme('light');
  const [shown, setShown] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [height, setHeight] = useState<number | null>(null);

  const hear = useEffectEvent((message: FromViewer) => {
    if (message.type === 'shown') setShown(true);
    else if (message.type === 'height') setHeight(message.height);
    else if (message.type === 'images-blocked') onImagesBlocked?.();
    else if (message.type === 'key') onKey(message.key);
    else if (message.type === 'link') window.open(message.href, '_blank', 'noopener,noreferrer');
    else if (message.type === 'data') void sendLibraryFile(frame, message.name);
  });
  const load = useEffectEvent((signal: AbortSignal) => file.load(signal));
  const show = useEffectEvent(({ bytes, cut }: { bytes: ArrayBuffer; cut: boolean }) => {
    const { name, kind, images } = file;
    send(frame, { type: 'show', name, kind, images, scheme, bytes, cut }, [bytes]);
  });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const watch = new Watch();
    const fail = (message: string) => {
      if (signal.aborted) return;
      controller.abort();
      setProblem(message);
    };
    const loading = load(signal);
    loading.catch((error) => fail(error instanceof Error ? error.message : 'The file could not be loaded.'));
    const listen = ({ source, data }: MessageEvent) => {
      const message = source === frame.current?.contentWindow ? readMessage(data) : null;
      if (!message) return;
      if (message.type === 'failed') fail(message.message);
      else hear(message);
      if (watch.hear(message)) void loading.then((loaded) => signal.aborted || show(loaded)).catch(() => {});
    };
    window.addEventListener('message', listen, { signal });
    const clock = setInterval(() => {
      if (watch.isLate()) fail('This file takes too long to show. Download it to open it.');
    }, 1000);
    signal.addEventListener('abort', () => clearInterval(clock));
    return () => controller.abort();
  }, [frame]);

  useEffect(() => send(frame, { type: 'scheme', scheme }), [frame, scheme]);
  return { shown, problem, height };
}

/** The page has no origin that could be named; who is in the frame is known, for the policy lets nobody else in. */
function send(frame: Frame, message: ToViewer, transfer: Transferable[] = []): void {
  frame.current?.contentWindow?.postMessage(message, '*', transfer);
}

async function sendLibraryFile(frame: Frame, name: string): Promise<void> {
  const { libraryFile } = await import('./library-files.ts');
  const bytes = await libraryFile(name).catch(() => null);
  send(frame, { type: 'data', name, bytes }, bytes ? [bytes] : []);
}

/** Knows when the page in the frame has been silent, or at work, for too long. */
class Watch {
  #heard = performance.now();
  #began: number | null = null;
  #shown = false;

  /** Whether the page has just said for the first time that it is ready. */
  hear({ type }: FromViewer): boolean {
    this.#heard = performance.now();
    if (type === 'shown') this.#shown = true;
    if (type !== 'ready' || this.#began !== null) return false;
    this.#began = this.#heard;
    return true;
  }

  /** A page in the background sleeps, so only what is seen is expected to answer. */
  isLate(): boolean {
    const now = performance.now();
    if (document.hidden) this.#heard = now;
    if (this.#began === null) return now - this.#heard > START_MS;
    return now - this.#heard > SILENT_MS || (!this.#shown && now - this.#began > SHOWN_MS);
  }
}
