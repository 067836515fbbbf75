import type { files } from 'dropbox';
import { readPicture, scaled } from '../../shared/content/thumbnail.ts';
import { type Call, checkFields, type Download, oneOf, tagOf } from '../call.ts';
import { badInput, endpointError, type Tagged } from '../errors.ts';
import { fileMetadata, untagged } from '../files/metadata.ts';
import { failureOf } from './batch.ts';
import { extensionOf, fileAt } from './file.ts';

const looks = {
  format: 'union=',
  size: 'union=',
  mode: 'union=',
  quality: 'union=',
  exclude_media_info: 'boolean?',
} as const;
export const thumbnailFields = { path: 'string', ...looks } as const;
export const thumbnailV2Fields = { resource: 'union', ...looks } as const;
export const thumbnailBatchFields = { entries: 'list' } as const;

const EXTENSIONS = new Set(['jpg', 'jpeg', 'png', 'tiff', 'tif', 'gif', 'webp', 'ppm', 'bmp']);
const FORMATS = ['jpeg', 'png', 'webp'] as const;
const MODES = ['strict', 'bestfit', 'fitone_bestfit', 'original'] as const;
const QUALITIES = ['quality_80', 'quality_90'] as const;
const SIZES = ['w32h32', 'w64h64', 'w128h128', 'w256h256', 'w480h320', 'w640h480', 'w960h640', 'w1024h768'].concat([
  'w2048h1536',
  'w3200h2400',
]);
const MOST_BYTES = 20 * 1024 * 1024;
const MOST_FILES = 25;

type Looks = Omit<files.ThumbnailV2Arg, 'resource'> & { quality?: { '.tag': string } };

export async function getThumbnail(call: Call<files.ThumbnailArg>): Promise<Download> {
  const { metadata, image, format } = await thumbnail(call, call.arg.path, call.arg);
  return download(metadata, image, format);
}

export async function getThumbnailV2(call: Call<files.ThumbnailV2Arg>): Promise<Download> {
  const { resource } = call.arg;
  // This sandbox has no shared links.
  if (tagOf(resource) === 'link') throw endpointError('not_found');
  if (resource['.tag'] !== 'path') throw badInput(call.route, `resource: unknown tag '${tagOf(resource)}'`);
  const { metadata, image, format } = await thumbnail(call, resource.path, call.arg);
  return download({ file_metadata: metadata }, image, format);
}

export async function getThumbnailBatch(call: Call<files.GetThumbnailBatchArg>): Promise<{ entries: Tagged[] }> {
  if (call.arg.entries.length > MOST_FILES) throw endpointError('too_many_files');
  const entries: Tagged[] = [];
  for (const arg of call.arg.entries) {
    checkFields(arg, thumbnailFields, call.route, 'entries');
    try {
      const { metadata, image } = await thumbnail(call, arg.path, arg);
      entries.push({ '.tag': 'success', metadata, thumbnail: image.toString('base64') });
    } catch (error) {
      entries.push({ '.tag': 'failure', failure: failureOf(error) });
    }
  }
  return { entries };
}

const download = (result: object, body: Buffer, format: string): Download => ({
  result,
  response: { status: 200, headers: { 'content-type': `image/${format}` }, body },
});

async function thumbnail(call: Call<unknown>, path: string, wanted: Looks) {
  const { route, view } = call;
  const format = oneOf(route, 'format', wanted.format ?? 'jpeg', FORMATS);
  const size = oneOf(route, 'size', wanted.size ?? 'w64h64', SIZES);
  const mode = oneOf(route, 'mode', wanted.mode ?? 'strict', MODES);
  const quality = Number(oneOf(route, 'quality', wanted.quality ?? 'quality_80', QUALITIES).slice(-2));
  const file = fileAt(call, path);
  if (file.exports || !EXTENSIONS.has(extensionOf(file))) throw endpointError('unsupported_extension');
  if (file.content.size > MOST_BYTES) throw endpointError('unsupported_image');
  const picture = await readPicture(Buffer.concat([...file.content.read()]));
  if (!picture) throw endpointError('unsupported_image');
  const image = await scaled(picture, sizeFor(picture, size, mode), format, quality);
  if (!image) throw endpointError('conversion_error');
  const { width, height } = picture;
  const media_info = { '.tag': 'metadata', metadata: { '.tag': 'photo', dimensions: { height, width } } };
  const metadata = { ...untagged(fileMetadata(view, file)), ...(!wanted.exclude_media_info && { media_info }) };
  return { metadata, image, format };
}

/** `strict` fits into the size as it is given; the others turn it where the picture is turned. */
function sizeFor(picture: { width: number; height: number }, size: string, mode: (typeof MODES)[number]) {
  if (mode === 'original') return null;
  const [, width = 0, height = 0] = /^w(\d+)h(\d+)$/.exec(size)?.map(Number) ?? [];
  const isTurned = mode !== 'strict' && picture.height > picture.width;
  const fit: 'inside' | 'outside' = mode === 'fitone_bestfit' ? 'outside' : 'inside';
  return isTurned ? { width: height, height: width, fit } : { width, height, fit };
}
