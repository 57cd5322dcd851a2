import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, instant, nothing, pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { holdReasonNames, holdScopes } from './holds.ts'

/**
 * A hold that keeps something back. `agency_name` and `project_name` name its scope; `lost_from`: what is unknown begins there. Where one
 * account is held, which one, how many posts it shows that Galley does not know, the address of one of them, and how much waits on it.
 */
export const hold = z.strictObject({
  id,
  scope: z.enum(holdScopes),
  reason: z.enum(holdReasonNames),
  agency_name: z.string().nullable(),
  project_name: z.string().nullable(),
  lost_from: instant.nullable(),
  social_account_id: id.nullable(),
  account_name: z.string().nullable(),
  social_network: z.enum(socialNetworks).nullable(),
  seen_posts: z.int().nullable(),
  seen_address: z.string().nullable(),
  waiting: z.int().nullable(),
  held_at: instant,
})
export type Hold = z.output<typeof hold>

/** What waits for a release. `due_at`: when it should have gone out. */
export const heldPost = z.strictObject({
  publication_id: id,
  kind: z.enum(['post', 'first_comment']),
  post_id: id,
  project_id: id,
  project_name: z.string(),
  social_network: z.enum(socialNetworks),
  text: z.string(),
  due_at: instant,
})
export type HeldPost = z.output<typeof heldPost>

/** How many posts and first comments were let go. */
const released = z.strictObject({ released: z.int() })

const params = z.strictObject({ agencyId: pathId })
const scope = { agency: 'params.agencyId' } as const

/**
 * Why publishing is held in the agency, and the earliest of what waits. `count`: how much waits in all; `looked_up`: how much more is still
 * being looked up on its network, and waits afterwards if it is not there.
 */
export const listHeldPublishing = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/publishing/held',
  summary: 'List why publishing is held in an agency, and what waits for its release',
  permission: 'agency.manage',
  scope,
  params,
  output: z.strictObject({
    holds: z.array(hold),
    posts: z.array(heldPost),
    count: z.int(),
    looked_up: z.int(),
  }),
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

/** Ends the hold of one account; what another hold keeps back still waits. */
export const releaseHeldAccount = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/publishing/held/accounts/{accountId}/release',
  summary: 'Release the hold of one account',
  permission: 'agency.manage',
  scope,
  params: params.extend({ accountId: pathId }),
  body: z.strictObject({}),
  output: released,
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
  output: released,
})
