import { fetchBytes, inspectPicture, storePicture } from './media.ts'
import type { Article, SocialNetwork } from './model.ts'
import type { Sandbox } from './sandbox.ts'

/** For how long a network waits for a page before it publishes without its card. */
const PATIENCE_MS = 3_000

type Reader = { readonly network: SocialNetwork; readonly account: string; readonly needsTags?: boolean }

/**
 * The card that a network makes of a linked page: it reads the page itself, as it is at that moment, by code that the client does not
 * share. Undefined if it makes none: `needsTags` says that the network does so only for pages with tags.
 */
export async function readLinkedPage(
  sandbox: Sandbox,
  url: string,
  { network, account, needsTags = false }: Reader,
): Promise<Article | undefined> {
  const page = (await fetchBytes(url, PATIENCE_MS))?.toString() ?? ''
  const tags = [...page.matchAll(/<meta\s+(?:property|name)="([^"]*)"\s+content="([^"]*)"/g)]
  const tag = (...names: string[]) =>
    plain(names.map(name => tags.find(([, each]) => each === name)?.[2]).find(Boolean) ?? '')
  if (needsTags && !tags.some(([, name = '']) => /^(og|twitter):/.test(name))) return undefined
  const title = tag('og:title', 'twitter:title') || plain(/<title>([^<]*)<\/title>/.exec(page)?.[1] ?? '')
  const description = tag('og:description', 'twitter:description', 'description')
  const thumbnail = await storeImage(sandbox, tag('og:image', 'twitter:image'), { network, account })
  return {
    url,
    ...(title && { title }),
    ...(description && { description }),
    ...(thumbnail && { thumbnail }),
  }
}

async function storeImage(sandbox: Sandbox, url: string, owner: Reader): Promise<string | undefined> {
  const bytes = URL.canParse(url) ? await fetchBytes(url, PATIENCE_MS) : undefined
  const picture = bytes && (await inspectPicture(bytes))
  return picture && storePicture(sandbox, { id: sandbox.ids.facebook(), ...owner, picture }).id
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const plain = (text: string): string =>
  text.replace(/&(#39|\w+);/g, (whole, name: string) => characters[name] ?? whole).trim()
