import { z } from 'zod'
import { isStory } from '#domain/networks/model.ts'
import { matchFrom } from '#server/networks/look-up-window.ts'
import type {
  ConnectedAccount,
  LookUpQuery,
  LookUpResult,
  PostContent,
  PublishTask,
} from '#server/networks/network-adapter.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { Graph } from '../meta/graph.ts'
import { cannotTell } from '../outcomes.ts'
import { captionOf } from './create-container.ts'

const container = z.object({ status_code: z.string() })
const medias = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      caption: z.string().default(''),
      media_type: z.string().optional(),
      timestamp: z.string(),
      permalink: z.string().nullish(),
    }),
  ),
})
type Medium = z.output<typeof medias>['data'][number]

/**
 * A container's status tells: PUBLISHED is live, FINISHED is not (docs/product/instagram.md "Lost answers"). Its medium is then looked up
 * by caption, kind and time; if it cannot be identified, the post is live with an unknown id. ERROR proves nothing after sending, since
 * media have gone live that Instagram had reported as blocked.
 */
export const lookUpMedia = async (
  api: Graph,
  { account, content, prepared }: PublishTask,
  search: LookUpQuery,
): Promise<LookUpResult> => {
  if (!prepared.container_id) return { kind: 'absent' }
  const reply = await api.get(account, prepared.container_id, { fields: 'status_code' })
  const state = isOk(reply) ? parseBody(reply, container)?.status_code : undefined
  if (state === 'FINISHED' || state === 'EXPIRED') return { kind: 'absent' }
  if (state !== 'PUBLISHED' && state !== 'ERROR') return cannotTell(reply)
  const list = await api.get(
    account,
    `${account.externalId}/${isStory(content.type) ? 'stories' : 'media'}`,
    {
      fields: 'id,caption,media_type,timestamp,permalink',
      limit: '50',
    },
  )
  const found = isOk(list) ? parseBody(list, medias) : null
  if (!found) return cannotTell(list)
  const ours = found.data.filter(each => !search.excludedIds.has(each.id) && looksLike(each, content))
  const from = matchFrom(search, list)
  if (state === 'ERROR')
    return ours.some(({ timestamp }) => Date.parse(timestamp) >= from)
      ? cannotTell(reply)
      : { kind: 'absent' }
  const only = onlyMatchSince(ours, from) ?? onlyMatchSince(ours, wholeSecond(search.sentAt))
  return only
    ? { kind: 'present', externalId: only.id, permalink: only.permalink ?? null, matchedByContent: true }
    : { kind: 'present', externalId: null, permalink: null }
}

/** A container's medium is recognized by its caption; stories have none, so they all have the same key. */
export const duplicateKeyOf = (content: PostContent): string =>
  isStory(content.type) ? 'story' : `/${captionOf(content).trim()}`

const looksLike = ({ caption, media_type: kind }: Medium, content: PostContent): boolean =>
  // A story has no caption.
  (isStory(content.type) || caption.trim() === captionOf(content).trim()) &&
  (kind === undefined || kind === kindOf(content))

const kindOf = ({ media }: PostContent): string => {
  if (media.length > 1) return 'CAROUSEL_ALBUM'
  return media[0]?.kind === 'video' ? 'VIDEO' : 'IMAGE'
}

/** The only match since then. With several, binding the wrong one would be worse than not knowing. */
const onlyMatchSince = (fitting: readonly Medium[], since: number): Medium | null => {
  const [only, another] = fitting.filter(({ timestamp }) => Date.parse(timestamp) >= since)
  return only && !another ? only : null
}

/** Instagram rounds to whole seconds. */
const wholeSecond = (instant: Date) => Math.floor(instant.getTime() / 1_000) * 1_000

const comments = z.object({
  data: z.array(z.object({ id: z.string(), text: z.string().default(''), username: z.string().optional() })),
})

/** Looks for the account's own comment under the post. */
export const lookUpComment =
  (api: Graph) =>
  async (account: ConnectedAccount, externalId: string, text: string): Promise<LookUpResult> => {
    const reply = await api.get(account, `${externalId}/comments`, {
      fields: 'id,text,username',
      limit: '50',
    })
    const found = isOk(reply) ? parseBody(reply, comments) : null
    if (!found) return cannotTell(reply)
    const { username: own } = account.details
    const ours = found.data.find(
      each => each.text.trim() === text.trim() && (!own || !each.username || each.username === own),
    )
    return ours ? { kind: 'present', externalId: ours.id, permalink: null } : { kind: 'absent' }
  }
