import { Random } from '../random.ts';

type Colour = readonly [red: number, green: number, blue: number];

interface Picture {
  columns: number;
  rows: number;
  /** Rows from the top. */
  cells: Colour[];
}

const COLUMNS = 48;
const ROWS = 32;
/** The palettes by day, at dusk, in haze, at night: sky above, sky at the horizon, hills far and near, deep water. */
const LIGHTS = [
  [0x3a78be, 0xc4deec, 0x7a98aa, 0x3e605c, 0x1c4a70],
  [0x4a3e78, 0xfab078, 0x8e6078, 0x463454, 0x342c5c],
  [0x8cb6ce, 0xf6e4cc, 0xa6b0a8, 0x687a68, 0x54808e],
  [0x1c284e, 0x7080aa, 0x3e4c70, 0x1e2840, 0x16203e],
];

/** Hills and a low sun over water, in varying light, so that pictures look different from each other. */
export function seaView(seed: string): Picture {
  const random = new Random(seed);
  const shift = random.between(-18, 18);
  const [high, low, far, near, deep] = random.pick(LIGHTS).map((rgb) => tinted(rgb, shift));
  const horizon = random.between(15, 22);
  const sun = { x: random.between(6, 41), y: random.between(4, 11), size: random.between(2, 4) };
  const ridges = [far!, near!].map((colour, at) => ({
    colour,
    height: random.between(2, 7 - at * 2),
    width: random.between(4, 11),
    start: random.between(0, 60),
  }));
  const at = (x: number, y: number): Colour => {
    if (y >= horizon) {
      const glint = Math.abs(x - sun.x) <= sun.size - 1 && random.next() < 0.5 ? 0.5 : 0;
      return mix(mix(low!, deep!, 0.35 + (0.65 * (y - horizon)) / (ROWS - horizon)), WHITE, glint);
    }
    const ridge = ridges.findLast(
      ({ height, width, start }) => y >= horizon - height * (1 + Math.sin((x + start) / width)),
    );
    if (ridge) return ridge.colour;
    const sky = mix(high!, low!, y / horizon);
    return Math.hypot(x - sun.x, y - sun.y) < sun.size ? mix(sky, WHITE, 0.75) : sky;
  };
  const cells = Array.from({ length: COLUMNS * ROWS }, (_, cell) => at(cell % COLUMNS, Math.floor(cell / COLUMNS)));
  return { columns: COLUMNS, rows: ROWS, cells };
}

/** Makes a color warmer or colder. */
const tinted = (rgb: number, shift: number): Colour => [(rgb >> 16) + shift, (rgb >> 8) & 255, (rgb & 255) - shift];

const WHITE: Colour = [255, 250, 235];

function mix(from: Colour, to: Colour, part: number): Colour {
  const channel = (at: 0 | 1 | 2) => {
    const value = Math.round(from[at] + (to[at] - from[at]) * part);
    return Math.max(0, Math.min(255, value));
  };
  return [channel(0), channel(1), channel(2)];
}
