/**
 * Removes all entries from a page, and puts the mark where it links to the next page. Returns null for an answer that
 * isn’t a page of a list.
 */
export function emptied(text: string, url: string, mark: string): string | null {
  if (text.includes('<ListBucketResult')) return emptiedXml(text, mark);
  const page = parsed(text);
  if (page === null) return null;
  if (Array.isArray(page.value)) {
    const link = new URL(url);
    link.searchParams.set('page', mark);
    return JSON.stringify({ value: [], '@odata.nextLink': link.href });
  }
  for (const list of ['files', 'drives', 'changes'])
    if (Array.isArray(page[list])) return JSON.stringify({ kind: page.kind, [list]: [], nextPageToken: mark });
  if (!Array.isArray(page.entries)) return null;
  if ('has_more' in page) return JSON.stringify({ entries: [], cursor: mark, has_more: true });
  return 'next_stream_position' in page ? null : JSON.stringify({ entries: [], next_marker: mark });
}

const emptiedXml = (text: string, mark: string) =>
  text
    .replaceAll(/<(Contents|CommonPrefixes)>.*?<\/\1>/gs, '')
    .replace(/<NextContinuationToken>.*<\/NextContinuationToken>/, '')
    .replace(
      /<IsTruncated>\w+<\/IsTruncated>/,
      `<IsTruncated>true</IsTruncated><NextContinuationToken>${mark}</NextContinuationToken>`,
    );

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
