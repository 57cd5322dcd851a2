import { z } from 'zod'
import { escapeLinkedinText } from '#domain/networks/linkedin-text.ts'
import { isOk, read } from '../http.ts'
import type { Account, Delivery, FirstComment, Network, Outcome } from '../network.ts'
import { outcomeOf, unknown } from '../outcomes.ts'
import type { NetworkSettings } from '../settings.ts'
import { judgeLinkedin, type LinkedinApi, linkedinApi, organizationUrn } from './api.ts'
import { prepareImage } from './image.ts'
import { lookUpShare } from './look-up.ts'

/** LinkedIn organizations (networks.md part 5). */
export const linkedin = (settings: NetworkSettings): Network => {
  const api = linkedinApi(settings)
  const addressOf = (urn: string) => `${settings.linkedinWebUrl}/feed/update/${encodeURIComponent(urn)}`
  return {
    prepare: delivery => prepareImage(api, delivery),
    send: delivery => createPost(api, delivery, settings.sendTimeoutMs, addressOf),
    lookUp: (delivery, search) => lookUpShare(api, delivery, search, addressOf),
    findPermalink: async (_account, urn) => addressOf(urn),
    addFirstComment: (account, urn, text) => comment(api, account, urn, text),
  }
}

/** Hashtags stay links, every other reserved character is escaped: an unescaped one would cut the text (networks.md 5.6). */
const bodyOf = ({ account, draft, prepared }: Delivery) => ({
  author: organizationUrn(account),
  commentary: escapeLinkedinText(draft.message),
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  ...contentOf(draft, prepared.image),
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
})

const contentOf = ({ link, media: [photo] }: Delivery['draft'], image: string | undefined) => {
  if (photo)
    return { content: { media: { id: image, ...(photo.altText ? { altText: photo.altText } : {}) } } }
  // LinkedIn reads no linked page, and a title is required.
  return link
    ? { content: { article: { source: link.url, title: link.title || new URL(link.url).hostname } } }
    : {}
}

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

/** Comments take plain text, so nothing is escaped here (networks.md 5.6). */
const comment = async (
  api: LinkedinApi,
  account: Account,
  urn: string,
  text: string,
): Promise<FirstComment> => {
  const reply = await api.post(account, `socialActions/${encodeURIComponent(urn)}/comments`, {
    actor: organizationUrn(account),
    object: urn,
    message: { text },
  })
  if (!isOk(reply)) return { kind: 'not_added', response: reply.text }
  const id = reply.headers.get('x-restli-id') ?? read(reply, z.object({ id: z.string() }))?.id
  return { kind: 'added', externalId: id ?? '' }
}
