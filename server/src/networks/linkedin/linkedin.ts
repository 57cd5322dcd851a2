import { linkedinCommentary } from '#domain/networks/linkedin-text.ts'
import { networks } from '#domain/networks/network.ts'
import type { Delivery, Draft, Network, Outcome, Preparation } from '#server/networks/network-adapter.ts'
import { isOk } from '../http.ts'
import { outcomeOf, rejected, unknown } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'
import { judgeLinkedin, type LinkedinApi, linkedinApi, organizationUrn } from './api.ts'
import { addComment, findComment } from './comments.ts'
import { imageKey, prepareImages } from './images.ts'
import { likenessOf, lookUpShare } from './look-up.ts'
import { prepareVideo } from './video.ts'

/** LinkedIn organizations (networks.md part 5). */
export const linkedin = (settings: NetworkSettings): Network => {
  const api = linkedinApi(settings)
  const addressOf = (urn: string) => postAddress(settings, urn)
  return {
    prepare: delivery => prepare(api, delivery),
    send: delivery => createPost(api, delivery, settings.sendTimeoutMs, addressOf),
    lookUp: (delivery, search) => lookUpShare(api, delivery, search, addressOf),
    likeness: likenessOf,
    findPermalink: async (_account, urn) => addressOf(urn),
    addFirstComment: (account, urn, text) => addComment(api, account, urn, text),
    findFirstComment: (account, urn, text) => findComment(api, account, urn, text),
  }
}

/** Where the public sees a post. */
export const postAddress = ({ linkedinWebUrl }: NetworkSettings, urn: string): string =>
  `${linkedinWebUrl}/feed/update/${encodeURIComponent(urn)}`

const prepare = async (api: LinkedinApi, delivery: Delivery): Promise<Preparation> => {
  const { max } = networks.linkedin.message
  const { length } = commentaryOf(delivery.draft)
  // LinkedIn is said to cut longer texts silently (networks.md 5.6). Mentions and escapes count, so the editor may have let it pass.
  if (length > max)
    return rejected(`With its mentions and escapes the text has ${length} characters; LinkedIn takes ${max}.`)
  const { link } = delivery.draft
  if (link && !URL.canParse(link.url)) return rejected(`LinkedIn takes no such link: ${link.url}`)
  const [first] = delivery.draft.media
  return first?.kind === 'video' ? prepareVideo(api, delivery, first) : prepareImages(api, delivery)
}

const commentaryOf = ({ message, mentions }: Draft): string => linkedinCommentary(message, mentions)

const bodyOf = ({ account, draft, prepared }: Delivery) => {
  const content = contentOf(draft, prepared)
  return {
    author: organizationUrn(account),
    commentary: commentaryOf(draft),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content ? { content } : {}),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  }
}

const contentOf = ({ link, media }: Draft, prepared: Delivery['prepared']) => {
  const [first] = media
  if (first?.kind === 'video')
    return { media: { id: prepared.video, ...(first.title ? { title: first.title } : {}) } }
  const images = media.map(({ altText }, index) => ({
    id: prepared[imageKey(index)],
    ...(altText ? { altText } : {}),
  }))
  if (images.length > 1) return { multiImage: { images } }
  if (images.length === 1) return { media: images[0] }
  return link ? { article: articleOf(link, prepared[imageKey(0)]) } : null
}

/** LinkedIn reads no linked page: title and picture are ours to bring, and a title is required. */
const articleOf = (
  { url, title, description }: NonNullable<Draft['link']>,
  thumbnail: string | undefined,
) => ({
  source: url,
  title: title || new URL(url).hostname,
  ...(description ? { description } : {}),
  ...(thumbnail ? { thumbnail } : {}),
})

const createPost = async (
  api: LinkedinApi,
  delivery: Delivery,
  timeoutMs: number,
  addressOf: (urn: string) => string,
): Promise<Outcome> => {
  const reply = await api.post(delivery.account, 'posts', bodyOf(delivery), timeoutMs)
  return outcomeOf(reply, answer => {
    if (!isOk(answer)) return judgeLinkedin(answer)
    const urn = answer.headers.get('x-restli-id') ?? answer.headers.get('x-linkedin-id')
    return urn
      ? { kind: 'published', externalId: urn, permalink: addressOf(urn), response: `${answer.text} ${urn}` }
      : unknown(answer.text)
  })
}
