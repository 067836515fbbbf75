const levels = 14;
const draws = '/X Do '.repeat(10);

/** A PDF of a few kB whose page draws a form that draws another ten times, and so on: no reader comes to its end. */
export function nestedForms(name: string): Buffer {
  const streamOf = (head: string, text: string) => `<< ${head} /Length ${text.length} >>\nstream\n${text}\nendstream`;
  const resources = (next: number) => `/Resources << /XObject << /X ${next} 0 R >> >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources(5)} /Contents 4 0 R >>`,
    streamOf('', `% ${name}\n${draws}`),
    ...Array.from({ length: levels }, (_, level) => {
      const head = '/Type /XObject /Subtype /Form /BBox [0 0 595 842]';
      return level === levels - 1 ? streamOf(head, '0 0 m') : streamOf(`${head} ${resources(6 + level)}`, draws);
    }),
  ];
  const parts = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(`%PDF-1.4\n${parts.join('')}trailer\n<< /Root 1 0 R >>\n`, 'latin1');
}
