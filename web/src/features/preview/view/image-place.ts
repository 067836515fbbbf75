/**
 * The zoom and position of an image. `zoom` 1 fits it into its area; x and y are the offset from the center, in pixels.
 */
export interface Place {
  zoom: number;
  turns: number;
  x: number;
  y: number;
}

export const fitted: Place = { zoom: 1, turns: 0, x: 0, y: 0 };

export interface Size {
  width: number;
  height: number;
}

const MIN_ZOOM = 0.1;
const MAX_ZOOM = 20;

/** The scale that fits the image in; small images keep their size. */
export function fitScale(image: Size, stage: Size, turns: number): number {
  const turned = turns % 2 === 0 ? image : { width: image.height, height: image.width };
  return Math.min(1, stage.width / turned.width, stage.height / turned.height);
}

/** Zooms around a point, measured from the center of the area. */
export function zoomedAt(place: Place, factor: number, point: { x: number; y: number } = { x: 0, y: 0 }): Place {
  const zoom = Math.min(Math.max(place.zoom * factor, MIN_ZOOM), MAX_ZOOM);
  const grown = zoom / place.zoom;
  return { ...place, zoom, x: point.x - (point.x - place.x) * grown, y: point.y - (point.y - place.y) * grown };
}

/** Rotates by 90° clockwise and fits the image again. */
export const turned = ({ turns }: Place): Place => ({ ...fitted, turns: (turns + 1) % 4 });

/** Keeps a part of the image visible. */
export function moved(place: Place, by: { x: number; y: number }, stage: Size): Place {
  const within = (value: number, most: number) => Math.min(Math.max(value, -most), most);
  return {
    ...place,
    x: within(place.x + by.x, stage.width * Math.max(0.5, place.zoom / 2)),
    y: within(place.y + by.y, stage.height * Math.max(0.5, place.zoom / 2)),
  };
}
