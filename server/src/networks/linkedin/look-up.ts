import { z } from 'zod'
import { escapeLinkedinText } from '#domain/networks/linkedin-text.ts'
import { isOk, read } from '../http.ts'
import type { Delivery, LookUp, Search } from '../network.ts'
import { cannotTell } from '../outcomes.ts'
import { type LinkedinApi, organizationUrn } from './api.ts'

/** LinkedIn's clock is not ours. */
const LOOK_BACK_MS = 60_000

const posts = z.object({
  elements: z.array(
    z.object({
      id: z.string(),
      commentary: z.string().default(''),
      createdAt: z.number(),
      content: z
        .object({
          media: z.object({ id: z.string() }).optional(),
          article: z.object({ source: z.string() }).optional(),
        })
        .optional(),
    }),
  ),
})
type Post = z.output<typeof posts>['elements'][number]

/** Backslashes aside, since answers may come with or without them. */
const plain = (text: string): string => text.replaceAll(/\\(.)/gs, '$1').trim()

/** Looks among the organization's own posts: by the uploaded image where there is one, else by the text (networks.md part 7). */
export const lookUpShare = async (
  api: LinkedinApi,
  { account, draft, prepared }: Delivery,
  { sentAt, notThese }: Search,
  addressOf: (urn: string) => string,
): Promise<LookUp> => {
  const author = encodeURIComponent(organizationUrn(account))
  const reply = await api.get(account, `posts?q=author&author=${author}&count=100&sortBy=CREATED`)
  const found = isOk(reply) ? read(reply, posts) : null
  if (!found) return cannotTell(reply)
  const text = plain(escapeLinkedinText(draft.message))
  const isOurs = ({ content, commentary }: Post) =>
    prepared.image
      ? content?.media?.id === prepared.image
      : plain(commentary) === text && (!draft.link || content?.article?.source === draft.link.url)
  const ours = found.elements.find(
    post => !notThese.has(post.id) && post.createdAt >= sentAt.getTime() - LOOK_BACK_MS && isOurs(post),
  )
  return ours ? { kind: 'present', externalId: ours.id, permalink: addressOf(ours.id) } : { kind: 'absent' }
}
