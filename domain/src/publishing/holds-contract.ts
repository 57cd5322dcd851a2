import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { nothing, pathId } from '#domain/kernel/shapes.ts'
import { heldPost, hold } from './holds.ts'

const params = z.strictObject({ agencyId: pathId })
const scope = { agency: 'params.agencyId' } as const

/** Why publishing is held in the agency, and the earliest of what waits; `count`: how much waits in all. */
export const listHeldPublishing = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/publishing/held',
  summary: 'List why publishing is held in an agency, and what waits for its release',
  permission: 'agency.manage',
  scope,
  params,
  output: z.strictObject({ holds: z.array(hold), posts: z.array(heldPost), count: z.int() }),
})

/** Lets one post or first comment go; everything else stays held. */
export const releaseHeldPost = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/publishing/held/{publicationId}/release',
  summary: 'Release one held post',
  permission: 'agency.manage',
  scope,
  params: params.extend({ publicationId: pathId }),
  body: z.strictObject({}),
  output: nothing,
})

/** Ends the holds of the agency, or with `everywhere`, which only super-admins may, all holds of the installation. */
export const releaseHeldPublishing = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/publishing/release',
  summary: 'Release publishing that is held in an agency, or everywhere',
  permission: 'agency.manage',
  scope,
  params,
  body: z.strictObject({ everywhere: z.boolean().optional() }),
  output: z.strictObject({
    /** How many posts and first comments were let go. */
    released: z.int(),
  }),
})
