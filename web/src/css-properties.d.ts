import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties a component passes to its stylesheet. */
    [name: `--${string}`]: string | number | undefined;
  }
}
