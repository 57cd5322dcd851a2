import { z } from 'zod'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import {
  type Mentionable,
  type NetworkPost,
  type NetworkReader,
  notSupported,
  type ReadResult,
} from '#server/networks/network-reader.ts'
import { sharedClock } from '#server/platform/clock.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { NetworkSettings } from '../settings.ts'
import { type TwitterApi, twitterApi } from './api.ts'
import { readFigures } from './figures.ts'
import { readInsights } from './insights.ts'
import { readFailure } from './read-failure.ts'
import { readable } from './text.ts'
import { readTimeline, type Tweet } from './timeline.ts'
import { user } from './users.ts'

/** X has no search for hashtags or video keywords, and does not report when followers are online. */
export const twitterReader = (settings: NetworkSettings, now = sharedClock.now): NetworkReader => {
  const api = twitterApi(settings, now)
  return {
    searchMentions: (account, query) => searchUsers(api, account, query),
    searchHashtags: async () => notSupported,
    searchTags: async () => notSupported,
    listPosts: (account, page) => listPosts(api, settings, account, page),
    readInsights: (account, request) => readInsights(api, account, { ...request, now: now() }),
    readPostFigures: (account, ids) => readFigures(api, account, ids),
    readStories: async () => notSupported,
    readOnlineHours: async () => notSupported,
  }
}

const LONGEST_QUERY = 50
/** Each is charged for. */
const FOUND_MAX = '5'

const found = z.object({ data: z.array(user).default([]), meta: z.object({ result_count: z.number() }) })

/** X's search accepts `^[A-Za-z0-9_' ]{1,50}$`, so accents are removed and other characters dropped. */
const searchable = (query: string): string =>
  query
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_' ]/g, '')
    .trim()
    .slice(0, LONGEST_QUERY)

const searchUsers = async (
  api: TwitterApi,
  account: ConnectedAccount,
  text: string,
): Promise<ReadResult<readonly Mentionable[]>> => {
  const query = searchable(text)
  if (query === '') return { kind: 'read', value: [] }
  const reply = await api.get(account, 'users/search', {
    query,
    max_results: FOUND_MAX,
    'user.fields': 'profile_image_url,verified',
  })
  const list = isOk(reply) ? parseBody(reply, found) : null
  if (!list) return readFailure(reply)
  const value = list.data.map(({ id, name, username, profile_image_url: logoUrl = null }) => ({
    id,
    name,
    handle: username,
    logoUrl,
  }))
  return { kind: 'read', value }
}

const FEWEST_ASKED = 5
const ASKED_MAX = 100

/**
 * The account's own posts without replies and reposts. X returns at least five, so the next page begins after the last returned post
 * (`until_id`); X's own token is used only after a page without posts.
 */
const listPosts = async (
  api: TwitterApi,
  { xWebUrl }: NetworkSettings,
  account: ConnectedAccount,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): ReturnType<NetworkReader['listPosts']> => {
  const { reply, timeline } = await readTimeline(api, account, {
    max_results: String(Math.min(Math.max(limit, FEWEST_ASKED), ASKED_MAX)),
    exclude: 'retweets,replies',
    'tweet.fields': 'created_at,entities,attachments',
    expansions: 'attachments.media_keys',
    'media.fields': 'url,preview_image_url,type',
    ...placeOf(after),
  })
  if (!timeline) return readFailure(reply)
  const shown = timeline.data.slice(0, limit)
  const pictures = new Map(timeline.includes?.media.map(each => [each.media_key, each]))
  const posts = shown.map((tweet): NetworkPost => {
    const picture = pictures.get(tweet.attachments?.media_keys[0] ?? '')
    return {
      externalId: tweet.id,
      text: readable(tweet.text, tweet.entities?.urls),
      permalink: `${xWebUrl}/${account.details.screen_name ?? 'i'}/status/${tweet.id}`,
      thumbnailUrl: picture?.preview_image_url ?? picture?.url ?? null,
      mediaUrl: picture?.url ?? null,
      createdAt: new Date(tweet.created_at ?? Number.NaN),
    }
  })
  const isMore = timeline.data.length > shown.length || timeline.meta.next_token !== undefined
  return {
    kind: 'read',
    value: { posts, next: isMore ? nextPlace(shown, timeline.meta.next_token) : null },
  }
}

const nextPlace = (shown: readonly Tweet[], token: string | undefined): string | null => {
  const last = shown.at(-1)
  if (last) return `until:${last.id}`
  return token ? `token:${token}` : null
}

const placeOf = (after: string | null): Record<string, string> => {
  if (after?.startsWith('until:')) return { until_id: after.slice('until:'.length) }
  if (after?.startsWith('token:')) return { pagination_token: after.slice('token:'.length) }
  return {}
}
