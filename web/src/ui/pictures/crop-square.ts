interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const SIDE = 512;

/**
 * Returns the area of the picture as a file, scaled to a square of 512 pixels. Rejects when the file is not a picture.
 */
export async function cropSquare(file: Blob, area: Area): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas in this browser');
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparency, so transparent parts become white in every format.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, SIDE, SIDE);
  picture.close();
  const webp = await write(canvas, 'image/webp');
  // Browsers that cannot write WebP return PNG, which is far larger than JPEG for photographs.
  return webp.type === 'image/webp' ? webp : write(canvas, 'image/jpeg');
}

function write(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(`No ${type}`))), type, 0.9);
  });
}
