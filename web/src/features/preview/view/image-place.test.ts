import { expect, it } from 'vitest';
import { fitScale, fitted, moved, turned, zoomedAt } from './image-place.ts';

it('fits large images, by their rotated sides when rotated, and leaves small ones alone', () => {
  const stage = { width: 800, height: 400 };
  expect(fitScale({ width: 1600, height: 400 }, stage, 0)).toBe(0.5);
  expect(fitScale({ width: 1600, height: 400 }, stage, 1)).toBe(0.25);
  expect(fitScale({ width: 16, height: 16 }, stage, 0)).toBe(1);
});

it('keeps the point under the pointer in place', () => {
  const point = { x: 100, y: -50 };
  const place = zoomedAt({ ...fitted, x: 10, y: 20 }, 2, point);
  expect(place.zoom).toBe(2);
  expect((point.x - place.x) / 2).toBe(point.x - 10);
  expect((point.y - place.y) / 2).toBe(point.y - 20);
});

it('stays within the image', () => {
  expect(zoomedAt(fitted, 1000).zoom).toBe(20);
  expect(zoomedAt(fitted, 0.0001).zoom).toBe(0.1);
  expect(moved(fitted, { x: 1e6, y: -1e6 }, { width: 100, height: 50 })).toMatchObject({ x: 50, y: -25 });
});

it('returns to the start after four rotations', () => {
  expect([1, 2, 3, 4].reduce(turned, { ...fitted, zoom: 3 })).toEqual(fitted);
});
