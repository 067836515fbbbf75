import 'react';

declare module 'react' {
  interface CSSProperties {
    /** What a component hands to its stylesheet. */
    [name: `--${string}`]: string | number | undefined;
  }
}
