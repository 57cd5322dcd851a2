import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { keyword, mentionSuggestion } from './model.ts'
import { shortestSearch } from './suggestions.ts'

/** What is searched for; the signs that begin it do not count. */
const searched = (shortest: number) =>
  z
    .string()
    .max(100)
    .transform(text => text.trim().replace(/^[#@]+/, ''))
    .pipe(z.string().min(shortest, `More than ${shortest - 1} characters`))

/** The documents' "payload list and an error on failure": the error is in words for a person. */
const found = <T extends z.ZodType>(item: T) =>
  z.strictObject({ payload: z.array(item), error: z.string().nullable() })

const ofNetwork = z.strictObject({ projectId: pathId, social: z.enum(socialNetworks) })
const scope = { project: 'params.projectId' } as const

/** Document 2 section 7 "Search". */
export const searchHashtags = endpoint({
  method: 'POST',
  path: '/hashtag-name-list/{projectId}',
  summary: 'Hashtags that begin with a text',
  permission: 'post.edit',
  scope,
  params: z.strictObject({ projectId: pathId }),
  body: z.strictObject({ q: searched(shortestSearch.hashtag), social_network: z.enum(socialNetworks) }),
  output: found(z.string()),
})

/** Document 2 section 7 "Search": of Facebook, Twitter and LinkedIn, and of Instagram in the same manner. */
export const searchMentions = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/{social}/search',
  summary: 'People and pages to mention on a network',
  permission: 'post.edit',
  scope,
  params: ofNetwork,
  query: z.strictObject({ q: searched(shortestSearch.mention) }),
  output: found(mentionSuggestion),
})

/** Document 2 section 7: `GET /projects/{id}/facebook/tags?q`; the others answer that they have no such search. */
export const searchKeywords = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/{social}/tags',
  summary: 'Keywords for a video on a network',
  permission: 'post.edit',
  scope,
  params: ofNetwork,
  query: z.strictObject({ q: searched(shortestSearch.keyword) }),
  output: found(keyword),
})
