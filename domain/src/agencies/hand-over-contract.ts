import { z } from 'zod'
import { email } from '#domain/accounts/model.ts'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, instant, nothing, pathId } from '#domain/kernel/shapes.ts'
import { socialNetworks } from '#domain/networks/model.ts'

const ofProject = z.strictObject({ projectId: pathId })

const count = z.int()

/** How long an offer can be accepted, in days. */
export const OFFER_DAYS = 14

/** What goes to the other agency, as far as it can be counted. */
const handedOver = z.strictObject({
  posts: count,
  /** Those of them with a time to come or on their way: nothing of them goes out until the new agency has resumed publishing. */
  scheduled_posts: count,
  files: count,
  /** The client's own people, who stay and keep approving. */
  clients: count,
  /** What would be disconnected: the new agency connects them again. */
  accounts: z.array(z.strictObject({ social_network: z.enum(socialNetworks), name: z.string() })),
})
export type HandedOver = z.output<typeof handedOver>

const offer = z.strictObject({
  id,
  /** As it was typed: whether it belongs to anybody is not said. */
  email: z.string(),
  offered_by: z.string(),
  offered_at: instant,
  expires_at: instant,
})
export type HandOverOffer = z.output<typeof offer>

const handOver = z.strictObject({
  /** The offer that stands; null: there is none. */
  offer: offer.nullable(),
  goes: handedOver,
  /** What does not go to the other agency. */
  stays: z.strictObject({
    /** People of the agency who are in the project; its admins as well lose it. */
    people: count,
    internal_notes: count,
  }),
})
export type HandOver = z.output<typeof handOver>

export const getHandOver = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/hand-over',
  summary: 'Get to whom a client is offered, and what would go with it',
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params: ofProject,
  output: handOver,
})

/** The answer does not depend on whose address it is. */
export const offerProject = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/hand-over',
  summary: 'Offer a client to another agency',
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params: ofProject,
  body: z.strictObject({ email }),
  output: z.strictObject({ offer }),
  failures: ['already_offered', 'project_archived', 'too_many_invitations'],
})

export const withdrawOffer = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/hand-over',
  summary: 'Withdraw the offer of a client',
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params: ofProject,
  output: nothing,
  failures: ['offer_ended'],
})

const offeredProject = z.strictObject({
  id,
  project_name: z.string(),
  agency_name: z.string(),
  offered_by: z.string(),
  expires_at: instant,
  goes: handedOver,
  /** The caller's agencies that could take it. */
  agencies: z.array(z.strictObject({ id, name: z.string() })),
})
export type OfferedProject = z.output<typeof offeredProject>

/** The clients that are offered to the caller as an admin of another agency, the latest first. */
export const listOfferedProjects = endpoint({
  method: 'GET',
  path: '/offered-projects',
  summary: 'List the clients that you are offered',
  permission: 'signed-in',
  output: z.strictObject({ projects: z.array(offeredProject) }),
})

/**
 * From the answer on the project belongs to the caller's agency, which counts it on its bill. Publishing is paused there, its accounts are
 * disconnected, and what was internal to the former agency is deleted.
 */
export const acceptOffer = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/offered-projects/{offerId}',
  summary: 'Take over a client that you are offered',
  permission: 'agency.manage',
  scope: { agency: 'params.agencyId' },
  params: z.strictObject({ agencyId: pathId, offerId: pathId }),
  output: z.strictObject({ project_id: id }),
  failures: ['offer_ended', 'being_published', 'project_archived'],
})

export const declineOffer = endpoint({
  method: 'DELETE',
  path: '/offered-projects/{offerId}',
  summary: 'Decline a client that you are offered',
  permission: 'signed-in',
  params: z.strictObject({ offerId: pathId }),
  output: nothing,
  failures: ['offer_ended'],
})
