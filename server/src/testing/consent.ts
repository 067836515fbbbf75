import { type Call, contract, type SourceAccount } from '@sheaf/contract';

const { sources } = contract;

/** Goes through a sandbox's consent page as a browser would, and back to where it sends the person. */
export async function consent(
  url: string,
  person: string,
  decision: 'allow' | 'deny' = 'allow',
): Promise<URLSearchParams> {
  const page = await (await fetch(url)).text();
  const action = /<form method="post" action="([^"]+)"/
    .exec(page)![1]!
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const answer = await fetch(new URL(action, url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ person, decision }),
  });
  return new URL(answer.headers.get('location')!).searchParams;
}

/** A connected account, not synced yet. */
export async function connectAccount(
  who: { call: Call },
  source: string,
  person: string,
  accountId?: string,
): Promise<SourceAccount> {
  const { url } = (await who.call(sources.beginOAuth, { body: { source, account_id: accountId } })).data;
  const back = await consent(url, person);
  const body = { source, code: back.get('code')!, state: back.get('state')! };
  return (await who.call(sources.finishOAuth, { body })).data;
}
