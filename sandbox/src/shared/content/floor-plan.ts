import { Random } from '../random.ts';

interface Room {
  x: number;
  y: number;
  width: number;
  height: number;
}

const SMALLEST = 5;
const uses = ['Hall', 'Studio', 'Office', 'Archive', 'Kitchen', 'Workshop', 'Store', 'Library'];

/** A floor plan of a house: rooms with their use and area in square meters. */
export function svg(seed: string): Buffer {
  const random = new Random(seed);
  const house = { x: 1, y: 1, width: random.between(18, 30), height: random.between(12, 20) };
  const rooms = divide(random, house);
  const walls = rooms.map(({ x, y, width, height }) => `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`);
  const words = rooms.map(({ x, y, width, height }) => {
    const middle = x + width / 2;
    const area = `<tspan x="${middle}" dy="1">${width * height} m²</tspan>`;
    return `<text x="${middle}" y="${y + height / 2}">${random.pick(uses)}${area}</text>`;
  });
  const [width, height] = [house.width + 2, house.height + 2];
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width * 24}" height="${height * 24}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="#f7f5f0"/>
<g fill="#fff" stroke="#2f3b46" stroke-width=".25">${walls.join('')}</g>
<g fill="#2f3b46" font-family="sans-serif" font-size=".8" text-anchor="middle">${words.join('')}</g>
</svg>
`);
}

/** Splits the room along the longer side, and each part again, as long as there is space for two. */
function divide(random: Random, room: Room): Room[] {
  const { x, y, width, height } = room;
  const long = Math.max(width, height);
  if (long < 2 * SMALLEST) return [room];
  const cut = random.between(SMALLEST, long - SMALLEST);
  const parts =
    width >= height
      ? [
          { ...room, width: cut },
          { ...room, x: x + cut, width: width - cut },
        ]
      : [
          { ...room, height: cut },
          { ...room, y: y + cut, height: height - cut },
        ];
  return parts.flatMap((part) => divide(random, part));
}
