import classes from './source-icon.module.css';

/** Each connector brings its own picture. */
const pictures = import.meta.glob<string>('../../../../connectors/src/*/icon.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});
const bySlug = new Map(Object.entries(pictures).map(([path, url]) => [path.split('/').at(-2), url]));

interface SourceIconProps {
  slug: string;
  size?: number;
  /** Without a tile and as large as possible: for small sizes, in lists and menus. */
  plain?: boolean;
}

/** The icon of a source on a tile. Decorative: the name is next to it. */
export function SourceIcon({ slug, size = 40, plain = false }: SourceIconProps) {
  const picture = bySlug.get(slug);
  const side = plain ? size : size * 0.6;
  return (
    <span className={plain ? 'centered rigid' : classes.tile} style={{ width: size, height: size }}>
      {picture ? (
        <img src={picture} width={side} height={side} alt="" />
      ) : (
        <svg
          width={side}
          height={side}
          viewBox="0 0 24 24"
          fill="none"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden
        >
          {slug === 'uploads' ? <Uploads /> : <OtherApp />}
        </svg>
      )}
    </span>
  );
}

/** The icon of a source without a picture of its own. */
function OtherApp() {
  return (
    <path
      d="M7 18.4a4.6 4.6 0 0 1-.6-9.2 5.8 5.8 0 0 1 11 1.2A4.1 4.1 0 0 1 17.6 18.4z"
      stroke="var(--mantine-color-dimmed)"
      strokeWidth="1.8"
    />
  );
}

/** A tray with an arrow up: files from the device. */
function Uploads() {
  return (
    <g stroke="#1b9386" strokeWidth="2">
      <path d="M4 15.5v3.2a1.6 1.6 0 0 0 1.6 1.6h12.8a1.6 1.6 0 0 0 1.6-1.6v-3.2" />
      <path d="M12 15.5V4.2M7.4 8.6 12 4l4.6 4.6" />
    </g>
  );
}
