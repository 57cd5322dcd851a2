import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { keyword, mentionSuggestion } from './model.ts'
import { shortestSearch } from './suggestions.ts'

/** What is searched for; leading # and @ do not count. */
const searched = (shortest: number) =>
  z
    .string()
    .max(100)
    .transform(text => text.trim().replace(/^[#@]+/, ''))
    .pipe(z.string().min(shortest, `More than ${shortest - 1} characters`))

/** What was found, and on failure an error in words for a person. (docs/product/hashtags.md "Search calls") */
const found = <T extends z.ZodType>(item: T) =>
  z.strictObject({ payload: z.array(item), error: z.string().nullable() })

const ofNetwork = z.strictObject({ projectId: pathId, social: z.enum(socialNetworks) })
const scope = { project: 'params.projectId' } as const

/** docs/product/hashtags.md "Search calls". */
export const searchHashtags = endpoint({
  method: 'POST',
  path: '/hashtag-name-list/{projectId}',
  summary: 'Search hashtags by prefix',
  permission: 'post.edit',
  scope,
  params: z.strictObject({ projectId: pathId }),
  body: z.strictObject({ q: searched(shortestSearch.hashtag), social_network: z.enum(socialNetworks) }),
  output: found(z.string()),
})

/** The same for all four networks. (docs/product/hashtags.md "Search calls") */
export const searchMentions = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/{social}/search',
  summary: 'Search people and pages to mention on a network',
  permission: 'post.edit',
  scope,
  params: ofNetwork,
  query: z.strictObject({ q: searched(shortestSearch.mention) }),
  output: found(mentionSuggestion),
})

/** Facebook alone has this search; the other networks answer that they have none. (docs/product/hashtags.md "Video keywords") */
export const searchKeywords = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/{social}/tags',
  summary: 'Search keywords for a video on a network',
  permission: 'post.edit',
  scope,
  params: ofNetwork,
  query: z.strictObject({ q: searched(shortestSearch.keyword) }),
  output: found(keyword),
})
