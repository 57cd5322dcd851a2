import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, nothing, pathId } from '#domain/kernel/shapes.ts'
import { oneLine, writtenText } from '#domain/kernel/text.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { hashtagPool, keyword, mentionSuggestion } from './model.ts'
import { keptHashtags, poolHashtagsProblem, poolNameProblem } from './pools.ts'
import { shortestSearch } from './suggestions.ts'

/** What is searched for; leading # and @ do not count. */
const searched = (shortest: number) =>
  z
    .string()
    .max(100)
    .transform(text => writtenText(text).replace(/^[#@]+/, ''))
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
  cost: 'search',
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
  cost: 'search',
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
  cost: 'search',
  scope,
  params: ofNetwork,
  query: z.strictObject({ q: searched(shortestSearch.keyword) }),
  output: found(keyword),
})

const judged = (problemOf: (text: string) => string | null) => (text: string, context: z.RefinementCtx) => {
  const problem = problemOf(text)
  if (problem) context.addIssue({ code: 'custom', message: problem })
}

/**
 * The fields of a pool that may be set (docs/product/hashtags.md "Limits of a pool"). `tags_count` and `status` are a pool's own and may
 * come along: a client sends the pool as it has it.
 */
const poolFields = {
  pool_name: z
    .string({ error: 'Pool Name is a required field' })
    .overwrite(oneLine)
    .superRefine(judged(poolNameProblem)),
  hashtags: z
    .string({ error: 'Hashtag is a required field' })
    .superRefine(judged(poolHashtagsProblem))
    .transform(keptHashtags),
  tags_count: z.int().optional(),
  status: z.int().optional(),
}

/** docs/product/hashtags.md "Calls of pools". Sorted by name. */
export const listHashtagPools = endpoint({
  method: 'GET',
  path: '/hashtag-pools-list/{projectId}',
  summary: "List a project's hashtag pools",
  permission: 'hashtagPool.edit',
  scope,
  params: z.strictObject({ projectId: pathId }),
  output: z.array(hashtagPool),
})

export const createHashtagPool = endpoint({
  method: 'POST',
  path: '/add-hashtag-pool',
  summary: 'Create a hashtag pool',
  permission: 'hashtagPool.edit',
  scope: { project: 'body.project_id' },
  body: z.strictObject({
    ...poolFields,
    project_id: id,
    /** 0 means new (docs/product/hashtags.md "Hashtag pool"). */
    id: z.literal(0, { error: 'A new pool has the id 0' }).optional(),
  }),
  output: hashtagPool,
})

export const saveHashtagPool = endpoint({
  method: 'PUT',
  path: '/update-hashtag-pool',
  summary: 'Change a hashtag pool',
  permission: 'hashtagPool.edit',
  scope: { hashtagPool: 'body.id' },
  body: z.strictObject({
    ...poolFields,
    id,
    project_id: id.optional(),
    /** The version that was loaded; another one answers 409 `stale_version`. Left out: the last save wins. */
    version: z.int().positive().optional(),
  }),
  output: hashtagPool,
  failures: ['stale_version'],
})

export const deleteHashtagPool = endpoint({
  method: 'DELETE',
  path: '/delete-hashtag-pool/{poolId}',
  summary: 'Delete a hashtag pool',
  permission: 'hashtagPool.edit',
  scope: { hashtagPool: 'params.poolId' },
  params: z.strictObject({ poolId: pathId }),
  output: nothing,
})
