import type { SocialNetwork } from '#domain/networks/model.ts'
import type { PublishingStage } from './publishing/publishing.ts'

/** A link's card as its public sees it. */
export type CardFacts = { title: string; description: string; hasPicture: boolean; site: string }

const plain = (html = '') =>
  html
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .trim()

/** The cards below this text in the network's public feed. */
export const cardsInFeed = async (
  stage: Pick<PublishingStage, 'sandbox'>,
  network: SocialNetwork,
  message: string,
): Promise<CardFacts[]> => {
  const account = stage.sandbox.accounts[network].externalId
  const feed = await (
    await fetch(`${stage.sandbox.url}/feeds/${network}/${encodeURIComponent(account)}`)
  ).text()
  const [post = ''] =
    feed.match(/<article class="post".*?<\/article>/gs)?.filter(each => each.includes(message)) ?? []
  const pictured = [
    ...post.matchAll(
      /(<img class="pictured"[^>]*>|<div class="photos card-picture">.*?<\/div>)?\s*<a class="card".*?<\/a>/gs,
    ),
  ]
  return pictured.map(([card, picture]) => {
    const part = (name: string) => plain(new RegExp(`<span class="${name}">([^<]*)<`).exec(card)?.[1])
    return {
      title: part('title'),
      description: part('about'),
      hasPicture: picture !== undefined,
      site: part('host'),
    }
  })
}
