import { asciiAddress } from '#domain/kernel/lookup-name.ts'
import { linkedinCommentary } from '#domain/networks/linkedin-text.ts'
import { networks } from '#domain/networks/network.ts'
import { siteOf } from '#domain/posts/link-cards.ts'
import type {
  NetworkAdapter,
  Outcome,
  PostContent,
  Preparation,
  PublishTask,
} from '#server/networks/network-adapter.ts'
import { isOk } from '#server/platform/http/outgoing-requests/client.ts'
import { outcomeOf, rejected, unknown } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'
import { type LinkedinApi, linkedinApi, linkedinOutcome, organizationUrn } from './api.ts'
import { addComment, findComment } from './comments.ts'
import { imageKey, prepareImages } from './images.ts'
import { duplicateKeyOf, lookUpShare } from './look-up.ts'
import { prepareVideo } from './video.ts'

/** The adapter for LinkedIn organizations (docs/product/linkedin.md "Posts"). */
export const linkedin = (settings: NetworkSettings): NetworkAdapter => {
  const api = linkedinApi(settings)
  const addressOf = (urn: string) => postAddress(settings, urn)
  return {
    prepare: task => prepare(api, task),
    send: task => createPost(api, task, settings.sendTimeoutMs, addressOf),
    lookUp: (task, search) => lookUpShare(api, task, search, addressOf),
    duplicateKey: duplicateKeyOf,
    findPermalink: async (_account, urn) => addressOf(urn),
    addFirstComment: (account, urn, text) => addComment(api, account, urn, text),
    findFirstComment: (account, urn, text) => findComment(api, account, urn, text),
  }
}

/** The public URL of a post. */
export const postAddress = ({ linkedinWebUrl }: NetworkSettings, urn: string): string =>
  `${linkedinWebUrl}/feed/update/${encodeURIComponent(urn)}`

const prepare = async (api: LinkedinApi, task: PublishTask): Promise<Preparation> => {
  const { max } = networks.linkedin.message
  const { length } = commentaryOf(task.content)
  // LinkedIn may silently cut longer texts (docs/product/linkedin.md "Text format"). Mentions and escapes count, so check again here.
  if (length > max)
    return rejected(`With its mentions and escapes the text has ${length} characters; LinkedIn takes ${max}.`)
  const { link } = task.content
  if (link && !URL.canParse(link.url)) return rejected(`LinkedIn does not accept this link: ${link.url}`)
  const [first] = task.content.media
  return first?.kind === 'video' ? prepareVideo(api, task, first) : prepareImages(api, task)
}

const commentaryOf = ({ message, mentions }: PostContent): string => linkedinCommentary(message, mentions)

const bodyOf = ({ account, content, prepared }: PublishTask) => {
  const wireContent = contentOf(content, prepared)
  return {
    author: organizationUrn(account),
    commentary: commentaryOf(content),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(wireContent ? { content: wireContent } : {}),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  }
}

const contentOf = ({ link, media }: PostContent, prepared: PublishTask['prepared']) => {
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

/** LinkedIn does not read the linked page, so we send title and picture; the title is required. */
const articleOf = (
  { url, title, description }: NonNullable<PostContent['link']>,
  thumbnail: string | undefined,
) => ({
  source: asciiAddress(url),
  title: title || siteOf(url),
  ...(description ? { description } : {}),
  ...(thumbnail ? { thumbnail } : {}),
})

const createPost = async (
  api: LinkedinApi,
  task: PublishTask,
  timeoutMs: number,
  addressOf: (urn: string) => string,
): Promise<Outcome> => {
  const reply = await api.post(task.account, 'posts', bodyOf(task), timeoutMs)
  return outcomeOf(reply, answer => {
    if (!isOk(answer)) return linkedinOutcome(answer)
    const urn = answer.headers.get('x-restli-id') ?? answer.headers.get('x-linkedin-id')
    return urn
      ? { kind: 'published', externalId: urn, permalink: addressOf(urn), response: `${answer.text} ${urn}` }
      : unknown(answer.text)
  })
}
