import { OtherApp } from './app.tsx';
import classes from './source-icon.module.css';
import { Uploads } from './uploads.tsx';

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
  /** Without a tile, as large as can be: for small sizes, in lists and menus. */
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
