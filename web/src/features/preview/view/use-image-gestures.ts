import { type Dispatch, type PointerEvent, type SetStateAction, useCallback, useRef } from 'react';
import { fitted, moved, type Place, type Size, zoomedAt } from './image-place.ts';

interface Point {
  x: number;
  y: number;
}

/** Wheel and pinch zoom around the pointer, dragging moves, a double click zooms in or fits the image again. */
export function useImageGestures(stage: Size, setPlace: Dispatch<SetStateAction<Place>>) {
  const pointers = useRef(new Map<number, Point>());

  // Added with addEventListener, because React’s wheel listeners are passive and could not stop the page from
  // scrolling.
  const ref = useCallback(
    (element: HTMLElement | null) => {
      element?.addEventListener(
        'wheel',
        (event) => {
          event.preventDefault();
          const point = fromMiddle(element, event);
          setPlace((place) => zoomedAt(place, Math.exp(-event.deltaY / 400), point));
        },
        { passive: false },
      );
    },
    [setPlace],
  );

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.dataset.dragging = '';
    pointers.current.set(event.pointerId, pointOf(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (!other) return setPlace((place) => moved(place, { x: now.x - before.x, y: now.y - before.y }, stage));
    const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
    const point = fromMiddle(event.currentTarget, middle);
    setPlace((place) => zoomedAt(place, distance(now, other) / Math.max(1, distance(before, other)), point));
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    pointers.current.delete(event.pointerId);
    if (pointers.current.size === 0) delete event.currentTarget.dataset.dragging;
  };
  const onDoubleClick = (event: React.MouseEvent<HTMLElement>) => {
    const point = fromMiddle(event.currentTarget, event);
    setPlace((place) => (place.zoom === 1 ? zoomedAt(place, 2.5, point) : { ...fitted, turns: place.turns }));
  };
  return { ref, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onDoubleClick } };
}

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({ x: clientX, y: clientY });
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

function fromMiddle(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}
