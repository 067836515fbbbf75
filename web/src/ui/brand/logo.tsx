import classes from './logo.module.css';

/** The brand mark: five stalks and the band that ties them. Decorative unless it has a label. */
export function LogoMark({ size = 28, label }: { size?: number; label?: string }) {
  return (
    <svg
      className={classes.mark}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <rect width="32" height="32" rx="8" className={classes.tile} />
      <g fill="none" stroke="#fff" strokeWidth="2.1" strokeLinecap="round">
        <path d="M16 4.6v22.8" />
        <path d="M10.9 6c.3 5 3.2 7.7 3.2 12.2 0 3.2-.9 6.2-2.1 8.6" />
        <path d="M21.1 6c-.3 5-3.2 7.7-3.2 12.2 0 3.2.9 6.2 2.1 8.6" />
        <path d="M6.2 8.9c.9 4.5 6.1 5.7 6.1 9.6 0 2.8-1.8 5.3-4.3 7.3" />
        <path d="M25.8 8.9c-.9 4.5-6.1 5.7-6.1 9.6 0 2.8 1.8 5.3 4.3 7.3" />
      </g>
      <rect x="9.5" y="16.3" width="13" height="4.1" rx="2.05" fill="#e9bc62" />
    </svg>
  );
}

/** The mark with the name beside it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <span className={classes.logo}>
      <LogoMark size={size} />
      <span className={classes.name} style={{ fontSize: size * 0.68 }}>
        Sheaf
      </span>
    </span>
  );
}
