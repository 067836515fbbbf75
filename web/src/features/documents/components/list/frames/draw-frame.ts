/** The longer edge, in pixels, as of thumbnails. */
const EDGE = 320;
/** Into the video, or a tenth of a shorter one: many begin black. */
const AT_SECONDS = 1;
const TIME_LIMIT_MS = 15_000;
/** A browser may say that it is there before it can draw it, usually by less than 100 ms. Some never can before a video is played. */
const DRAWABLE_WITHIN_MS = 2000;
const TRY_AGAIN_MS = 20;

/** A frame of the video at this address, as a data URL; null where this browser can’t draw one, or not in time. */
export async function drawFrame(url: string, signal: AbortSignal): Promise<string | null> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'metadata';
  const ended = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  try {
    video.src = url;
    await heard(video, 'loadedmetadata', ended);
    const { duration } = video;
    // Of a recording that was never ended it is unknown.
    video.currentTime = Number.isFinite(duration) ? Math.min(AT_SECONDS, duration / 10) : 0.1;
    await heard(video, 'seeked', ended);
    const lastTry = performance.now() + DRAWABLE_WITHIN_MS;
    for (;;) {
      const picture = pictureOf(video);
      if (picture || ended.aborted || performance.now() > lastTry) return picture;
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
  } catch {
    return null;
  } finally {
    // The browser keeps the connection and the decoder of a video until it has another source.
    video.removeAttribute('src');
    video.load();
  }
}

function heard(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`no ${event}`));
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail, { once: true });
    video.addEventListener('error', fail, { once: true });
    video.addEventListener(event, () => resolve(), { once: true });
  });
}

/** Null as long as nothing can be drawn. */
function pictureOf(video: HTMLVideoElement): string | null {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, EDGE / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext('2d');
  if (!context || canvas.width === 0 || canvas.height === 0) return null;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  const [, , , alpha] = context.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data;
  return alpha === 0 ? null : canvas.toDataURL('image/jpeg', 0.75);
}
