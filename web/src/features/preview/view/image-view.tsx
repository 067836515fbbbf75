import { ActionIcon, Group, Loader, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconArrowAutofitContent, IconMinus, IconPlus, IconRotateClockwise2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { fetchBytes, whyNotLoaded } from './fetch-bytes.ts';
import { fitScale, fitted, type Size, turned, zoomedAt } from './image-place.ts';
import { imageSize, PIXELS_MAX } from './image-size.ts';
import classes from './image-view.module.css';
import { useImageGestures } from './use-image-gestures.ts';
import view from './view.module.css';

interface ImageViewProps {
  url: string;
  name: string;
  problem(message: string): ReactNode;
}

const HEAD = 256 * 1024;
const STEP = 1.25;
const DAMAGED = 'This image is damaged, or this browser can’t show its format.';

/** Checks the dimensions before the browser decodes the image: a small file may declare any size. */
const sizeQuery = (url: string) => ({
  queryKey: ['image-size', url],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { bytes } = await fetchBytes(url, { limit: HEAD, cut: true, signal });
    const size = imageSize(new Uint8Array(bytes));
    return { tooLarge: size !== null && size.width * size.height > PIXELS_MAX };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export function ImageView({ url, name, problem }: ImageViewProps) {
  const checked = useQuery(sizeQuery(url));
  if (checked.isError) return problem(checked.error.message);
  if (checked.isPending) return <Waiting />;
  if (checked.data.tooLarge) return problem('This image has too many pixels to show here.');
  return <Stage key={url} url={url} name={name} problem={problem} />;
}

function Stage({ url, name, problem }: ImageViewProps) {
  const { ref, width, height } = useElementSize();
  const [natural, setNatural] = useState<Size | null>(null);
  const [failed, setFailed] = useState<string>();
  const [place, setPlace] = useState(fitted);
  const stage = { width, height };
  const fail = () => void whyNotLoaded(url).then((why) => setFailed(why ?? DAMAGED));
  const gestures = useImageGestures(stage, setPlace);
  if (failed) return problem(failed);
  const base = natural ? fitScale(natural, stage, place.turns) : 1;
  const { zoom, turns, x, y } = place;
  return (
    <div
      ref={(element) => {
        ref(element);
        gestures.ref(element);
      }}
      className={classes.stage}
      {...gestures.handlers}
    >
      <img
        className={classes.image}
        src={url}
        alt={name}
        draggable={false}
        onError={fail}
        onLoad={({ currentTarget: image }) => void image.decode().then(() => setNatural(sizeOf(image)), fail)}
        style={{
          visibility: natural && width ? 'visible' : 'hidden',
          width: natural ? natural.width * base : undefined,
          height: natural ? natural.height * base : undefined,
          transform: `translate(-50%, -50%) translate(${x}px, ${y}px) rotate(${turns * 90}deg) scale(${zoom})`,
        }}
      />
      {natural ? null : <Waiting />}
      <Group
        className={`framed row gap-4 ${classes.tools}`}
        wrap="nowrap"
        onPointerDown={(event) => event.stopPropagation()}
      >
        <Tool label="Zoom out" icon={<IconMinus size={18} />} onClick={() => setPlace(zoomedAt(place, 1 / STEP))} />
        <output className={classes.percent} aria-label="Zoom">
          {Math.round(base * zoom * 100)}%
        </output>
        <Tool label="Zoom in" icon={<IconPlus size={18} />} onClick={() => setPlace(zoomedAt(place, STEP))} />
        <Tool label="Fit" icon={<IconArrowAutofitContent size={18} />} onClick={() => setPlace({ ...fitted, turns })} />
        <Tool label="Rotate" icon={<IconRotateClockwise2 size={18} />} onClick={() => setPlace(turned(place))} />
      </Group>
    </div>
  );
}

const sizeOf = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): Size => ({ width, height });

function Tool({ label, icon, onClick }: { label: string; icon: ReactNode; onClick(): void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={34} aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

function Waiting() {
  return (
    <div className={view.waiting}>
      <Loader size="sm" aria-label="Loading the image" />
    </div>
  );
}
