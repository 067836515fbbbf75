/** The longer edge in pixels, like that of thumbnails. */
const EDGE = 320;
/** The position of the frame, or a tenth of a shorter video: many begin black. */
const AT_SECONDS = 1;
const TIME_LIMIT_MS = 15_000;
/**
 * Browsers may report a frame before they can draw it, usually by less than 100 ms. Some can’t draw any before the
 * video is played.
 */
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
    // The duration of a recording that was never finished is unknown.
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
    // The browser keeps the connection and the decoder of a video until the source changes.
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

/** Null while nothing can be drawn. */
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
