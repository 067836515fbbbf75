import { Random } from '../random.ts';
import { contentTypes, escapeXml, relations } from './office.ts';
import { sentence, title } from './prose.ts';
import { zip } from './zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const PART = 'application/vnd.openxmlformats-officedocument.presentationml';
const GROUP = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';
const COLOURS = [
  'dk1',
  'lt1',
  'dk2',
  'lt2',
  'accent1',
  'accent2',
  'accent3',
  'accent4',
  'accent5',
  'accent6',
  'hlink',
  'folHlink',
];

export function pptx(seed: string): Buffer {
  const random = new Random(seed);
  const slides = Array.from({ length: random.between(2, 5) }, () => [
    title(random),
    sentence(random),
    sentence(random),
  ]);
  return slidesFile(slides);
}

/** The first line of each slide is its title. */
export function slidesFile(slides: readonly (readonly string[])[]): Buffer {
  const numbers = slides.map((_, at) => at + 1);
  const ids = numbers.map((number) => `<p:sldId id="${255 + number}" r:id="rId${number + 1}"/>`).join('');
  const overrides: Record<string, string> = {
    '/ppt/presentation.xml': `${PART}.presentation.main+xml`,
    '/ppt/slideMasters/slideMaster1.xml': `${PART}.slideMaster+xml`,
    '/ppt/slideLayouts/slideLayout1.xml': `${PART}.slideLayout+xml`,
    '/ppt/theme/theme1.xml': 'application/vnd.openxmlformats-officedocument.theme+xml',
  };
  const parts: Record<string, string> = {};
  for (const number of numbers) {
    overrides[`/ppt/slides/slide${number}.xml`] = `${PART}.slide+xml`;
    parts[`ppt/slides/slide${number}.xml`] = part(
      'sld',
      `<p:cSld><p:spTree>${GROUP}${textBox(slides[number - 1]!)}</p:spTree></p:cSld>`,
    );
    parts[`ppt/slides/_rels/slide${number}.xml.rels`] = relations([
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
    ]);
  }
  const slideRelations = numbers.map((number) => ['slide', `slides/slide${number}.xml`] as const);
  return zip({
    '[Content_Types].xml': contentTypes(overrides),
    '_rels/.rels': relations([['officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': part(
      'presentation',
      `<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/>`,
    ),
    'ppt/_rels/presentation.xml.rels': relations([['slideMaster', 'slideMasters/slideMaster1.xml'], ...slideRelations]),
    ...parts,
    'ppt/slideLayouts/slideLayout1.xml': part('sldLayout', `<p:cSld><p:spTree>${GROUP}</p:spTree></p:cSld>`),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations([['slideMaster', '../slideMasters/slideMaster1.xml']]),
    'ppt/slideMasters/slideMaster1.xml': part(
      'sldMaster',
      `<p:cSld><p:spTree>${GROUP}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst>`,
    ),
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations([
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['theme', '../theme/theme1.xml'],
    ]),
    'ppt/theme/theme1.xml': theme(),
  });
}

const part = (name: string, inner: string) => `${XML}<p:${name} ${SPACES}>${inner}</p:${name}>`;

function textBox(lines: readonly string[]): string {
  const body = lines
    .map((line, at) => `<a:p><a:r><a:rPr sz="${at === 0 ? 3200 : 2000}"/><a:t>${escapeXml(line)}</a:t></a:r></a:p>`)
    .join('');
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="600000" y="600000"/><a:ext cx="7900000" cy="4000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p/>${body}</p:txBody></p:sp>`;
}

function theme(): string {
  const colours = COLOURS.map(
    (name, at) => `<a:${name}><a:srgbClr val="${at % 2 ? 'FFFFFF' : '1F3B4D'}"/></a:${name}>`,
  );
  const font = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>';
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const three = (one: string) => one.repeat(3);
  return `${XML}<a:theme ${SPACES.split(' ')[0]} name="Plain"><a:themeElements><a:clrScheme name="Plain">${colours.join('')}</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>${three(fill)}</a:fillStyleLst><a:lnStyleLst>${three(`<a:ln>${fill}</a:ln>`)}</a:lnStyleLst><a:effectStyleLst>${three('<a:effectStyle><a:effectLst/></a:effectStyle>')}</a:effectStyleLst><a:bgFillStyleLst>${three(fill)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
}
