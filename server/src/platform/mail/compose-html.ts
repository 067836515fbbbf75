import { escapeHtml } from '../text/html.ts';
import type { MailBlock, MailContent } from './content.ts';

const FONT = "font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** Keeps the preview line in a list of mails from running into the body. */
const PREVIEW_END = '&#847;&zwnj;&nbsp;'.repeat(80);

/**
 * What style attributes can't express: the dark theme and phones. Everything else is inline, because several programs
 * drop the style element; there the mail is simply light.
 * the style element; in those the mail is simply light.
 */
const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  .text, .note, .footer { text-wrap: pretty; }
  a[x-apple-data-detectors] { color: inherit !important; text-decoration: none !important; }
  @media (max-width: 480px) {
    .page { padding: 20px 12px 28px !important; }
    .card { padding: 28px 22px 30px !important; }
    .heading { font-size: 21px !important; line-height: 28px !important; }
    .code { font-size: 30px !important; letter-spacing: 6px !important; padding: 18px 4px 18px 10px !important; }
  }
  @media (prefers-color-scheme: dark) {
    body, .page { background-color: #101413 !important; }
    .card { background-color: #191f1d !important; border-color: #2e3735 !important; }
    .name { color: #44b5a7 !important; }
    .heading { color: #e5eae8 !important; }
    .text { color: #c5cecb !important; }
    .note, .spelled, .footer { color: #98a5a0 !important; }
    .link { color: #44b5a7 !important; }
    .code { color: #ade3da !important; background-color: #12302c !important; border-color: #1d4a44 !important; }
  }`;

/** Uses tables and inline styles, for Outlook; no picture, no script, nothing loaded from anywhere. */
export function composeHtml({ subject, preheader, heading, blocks, footer }: MailContent): string {
  return `<!doctype html>
<html lang="en" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escapeHtml(subject)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<style>${STYLE}
</style>
</head>
<body style="margin:0;padding:0;background-color:#f7f9f8;-webkit-text-size-adjust:100%;text-size-adjust:100%;word-break:normal">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all">
${escapeHtml(preheader)}${PREVIEW_END}</div>
<table ${TABLE} style="width:100%;border-collapse:collapse">
<tr><td class="page" align="center" bgcolor="#f7f9f8" style="padding:36px 16px 44px;background-color:#f7f9f8">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table ${TABLE} style="width:100%;max-width:560px;margin:0 auto;border-collapse:separate;text-align:left">
<tr><td class="name" style="padding:0 4px;${FONT};font-size:23px;line-height:28px;font-weight:700;letter-spacing:-0.4px;color:#0f766e">Sheaf</td></tr>
<tr><td style="padding:5px 4px 20px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td width="30" height="3" bgcolor="#d9a441" style="width:30px;height:3px;font-size:0;line-height:3px;background-color:#d9a441;border-radius:2px">&nbsp;</td></tr></table></td></tr>
<tr><td class="card" bgcolor="#ffffff" style="padding:36px 40px 38px;background-color:#ffffff;border:1px solid #e3e8e6;border-radius:12px;word-wrap:break-word;overflow-wrap:anywhere">
<h1 class="heading" style="margin:0 0 14px;${FONT};font-size:23px;line-height:31px;font-weight:650;letter-spacing:-0.3px;color:#17201d;mso-line-height-rule:exactly">${escapeHtml(heading)}</h1>
${blocks.map(asHtml).join('\n')}
</td></tr>
<tr><td class="footer" style="padding:18px 4px 0;${FONT};font-size:13px;line-height:20px;color:#5c6964">${lines(footer)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

function asHtml(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="text" style="margin:0 0 16px;${FONT};font-size:16px;line-height:25px;color:#2d3633">${lines(block.text)}</p>`;
    case 'note':
      return `<p class="note" style="margin:20px 0 0;${FONT};font-size:14px;line-height:21px;color:#5c6964">${lines(block.text)}</p>`;
    case 'code':
      return code(escapeHtml(block.code));
    case 'button':
      return button(escapeHtml(block.label), escapeHtml(block.url));
  }
}

/** Spaced by style rather than spaces, so that it is copied as it is typed. */
function code(text: string): string {
  return `<table ${TABLE} style="border-collapse:separate;margin:4px 0 20px">
<tr><td class="code" align="center" bgcolor="#eefaf7" style="padding:20px 8px 20px 16px;background-color:#eefaf7;border:1px solid #d6f1ec;border-radius:10px;${MONO};font-size:34px;line-height:40px;font-weight:700;letter-spacing:8px;color:#0a4e49">${text}</td></tr>
</table>`;
}

/**
 * The padding is that of the cell, which Outlook keeps; the address is spelled out for programs in which buttons don't
 * work.
 */
function button(label: string, url: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;margin:8px 0 16px">
<tr><td align="center" bgcolor="#0f766e" style="padding:13px 26px;background-color:#0f766e;border-radius:8px">
<a href="${url}" target="_blank" rel="noopener" style="display:inline-block;${FONT};font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none"><span style="color:#ffffff">${label}</span></a>
</td></tr>
</table>
<p class="spelled" style="margin:0 0 16px;${FONT};font-size:13px;line-height:20px;color:#5c6964">Or open this address: <a class="link" href="${url}" target="_blank" rel="noopener" style="color:#0f766e;text-decoration:underline;word-break:break-all;overflow-wrap:anywhere">${url}</a></p>`;
}

function lines(text: string): string {
  return escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>');
}
