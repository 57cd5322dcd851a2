import type { UserCall } from '../meta/call.ts'
import { GraphError, missingParameter } from '../meta/errors.ts'
import { pick, readFields } from '../meta/fields.ts'
import { graphList, readSlice } from '../meta/paging.ts'
import { hasScope } from '../meta/tokens.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import { publicPages } from './public-pages.ts'

const notReviewed =
  "(#100) Object does not exist, cannot be loaded due to missing permission or reviewable feature, or does not support this operation. This endpoint requires the 'pages_read_engagement' permission or the 'Page Public Content Access' feature or the 'Page Public Metadata Access' feature."

/** `GET /pages/search`: pages whose name or handle contains all the words. */
export function searchPages(call: UserCall): HttpReply {
  const { sandbox, params, token } = call
  if (!hasScope(token, 'pages_read_engagement')) throw new GraphError({ message: notReviewed, code: 100 })
  const words = wordsOf(params.q)
  const found = publicPages(sandbox).filter(({ name, handle }) =>
    words.every(word => `${name} ${handle}`.toLowerCase().includes(word)),
  )
  const slice = readSlice(params)
  const fields = readFields(params.fields ?? 'id,name', 'Page')
  const data = found.slice(slice.offset, slice.offset + slice.limit).map(page =>
    pick(
      {
        id: page.id,
        name: page.name,
        username: page.handle,
        link: `https://www.facebook.com/${page.id}`,
        is_verified: page.verified,
        verification_status: page.verified ? 'blue_verified' : 'not_verified',
        picture: { data: { height: 50, is_silhouette: false, url: page.picture, width: 50 } },
      },
      fields,
    ),
  )
  return { status: 200, body: graphList(call, data, slice, found.length) }
}

const interests = [
  ['6003139266461', 'Baking', ['Food and drink', 'Cooking']],
  ['6003626773307', 'Coffee', ['Food and drink', 'Beverages']],
  ['6003269553527', 'Sports', ['Sports and outdoors']],
  ['6003020834693', 'Music', ['Entertainment']],
  ['6003252179711', 'Hiking', ['Sports and outdoors', 'Outdoor recreation']],
  ['6003283735711', 'Camping', ['Sports and outdoors', 'Outdoor recreation']],
  ['6003142974961', 'Baseball', ['Sports and outdoors', 'Sports']],
  ['6003384912200', 'Bread', ['Food and drink', 'Food']],
  ['6003376089674', 'Coffeehouses', ['Food and drink', 'Restaurants']],
  ['6003306084421', 'Backpacking (travel)', ['Sports and outdoors', 'Outdoor recreation']],
] as const

/** `GET /search?type=adinterest`: keywords for videos. */
export function searchInterests(call: UserCall): HttpReply {
  const { params } = call
  if (params.type !== 'adinterest') {
    throw new GraphError({ message: `(#100) Unsupported search type: ${params.type ?? ''}`, code: 100 })
  }
  const words = wordsOf(params.q)
  const found = interests.filter(([, name]) => words.every(word => name.toLowerCase().includes(word)))
  const slice = readSlice(params)
  const data = found.slice(slice.offset, slice.offset + slice.limit).map(([id, name, path]) => ({
    id,
    name,
    audience_size_lower_bound: 1_000_000,
    audience_size_upper_bound: 1_200_000,
    path: ['Interests', ...path, name],
    description: null,
    topic: path[0],
  }))
  return { status: 200, body: graphList(call, data, slice, found.length) }
}

function wordsOf(q: string | undefined): string[] {
  if (!q) throw missingParameter('q')
  return q.toLowerCase().split(/\s+/).filter(Boolean)
}
