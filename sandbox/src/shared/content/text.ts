import { Random } from '../random.ts';
import { escapeXml } from './office.ts';
import { paragraphs, sentence, table, title } from './prose.ts';

const text = (make: (random: Random) => string) => (seed: string) => Buffer.from(make(new Random(seed)));

export const txt = text((random) => `${title(random)}\n\n${paragraphs(random, 12).join('\n\n')}\n`);
export const markdown = text(
  (random) =>
    `# ${title(random)}\n\n${paragraphs(random, 8)
      .map((one) => `- ${one}`)
      .join('\n')}\n`,
);
export const csv = text(
  (random) =>
    `${table(random)
      .map((row) => row.join(','))
      .join('\r\n')}\r\n`,
);
export const json = text((random) => `${JSON.stringify({ title: title(random), rows: table(random) }, null, 2)}\n`);
export const html = text((random) => {
  const head = escapeXml(title(random));
  const body = paragraphs(random, 6)
    .map((one) => `<p>${escapeXml(one)}</p>`)
    .join('\n');
  return `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>${head}</title>\n<h1>${head}</h1>\n${body}\n</html>\n`;
});
export const xml = text((random) => {
  const rows = table(random)
    .slice(1)
    .map((row) => `  <row>${row.map((cell) => `<cell>${escapeXml(cell)}</cell>`).join('')}</row>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rows>\n${rows.join('\n')}\n</rows>\n`;
});
export const eml = text((random) => {
  const lines = [
    'From: Ada Lindqvist <ada@example.com>',
    'To: Bruno Costa <bruno@example.com>',
    `Subject: ${title(random)}`,
    `Date: Tue, ${random.between(10, 28)} Feb 2026 0${random.between(7, 9)}:15:00 +0000`,
    `Message-ID: <${random.between(1e6, 1e9)}@example.com>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${paragraphs(random, 3).join('\r\n\r\n')}\r\n`;
});
export const calendar = text((random) => {
  const day = `202603${random.between(10, 28)}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sheaf//Sandbox//EN',
    'BEGIN:VEVENT',
    `UID:${day}@example.com`,
  ];
  const event = [
    `DTSTAMP:${day}T080000Z`,
    `DTSTART:${day}T090000Z`,
    `SUMMARY:${title(random)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${[...lines, ...event].join('\r\n')}\r\n`;
});
export const log = text((random) =>
  Array.from({ length: random.between(30, 200) }, (_, at) => {
    const second = new Date(Date.UTC(2026, 0, 5, 8, 0, at * 7)).toISOString();
    return `${second} ${random.pick(['INFO', 'INFO', 'WARN', 'ERROR'])} ${sentence(random)}\n`;
  }).join(''),
);
export const typescript = text((random) => {
  const rate = random.between(1, 25);
  return `/** ${sentence(random)} */\nexport function price(net: number): number {\n  return Math.round(net * ${100 + rate}) / 100;\n}\n`;
});
export const python = text(
  (random) =>
    `# ${sentence(random)}\n\n\ndef total(rows):\n    return sum(row["price"] * ${random.between(1, 9)} for row in rows)\n`,
);
