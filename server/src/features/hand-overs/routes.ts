import * as contract from '#domain/agencies/hand-over-contract.ts'
import { type ConnectorsOf, connectorsOf } from '#server/features/social-accounts/connection/connectors.ts'
import {
  agencyRoute,
  inReadOnly,
  personRoute,
  projectRoute,
  type Route,
} from '#server/platform/http/route.ts'
import { acceptOffer } from './accept-offer.ts'
import { declineOffer } from './decline-offer.ts'
import { getHandOver } from './get-hand-over.ts'
import { listOfferedProjects } from './list-offered-projects.ts'
import { offerProject } from './offer-project.ts'
import { withdrawOffer } from './withdraw-offer.ts'

/** The routes with these connectors. An agency that cannot pay may give its clients away. */
export const makeHandOverRoutes = (connectors: ConnectorsOf): readonly Route[] => [
  projectRoute(contract.getHandOver, getHandOver),
  projectRoute(contract.offerProject, offerProject, inReadOnly),
  projectRoute(contract.withdrawOffer, withdrawOffer, inReadOnly),
  personRoute(contract.listOfferedProjects, listOfferedProjects),
  agencyRoute(contract.acceptOffer, acceptOffer(connectors)),
  personRoute(contract.declineOffer, declineOffer),
]

export const handOverRoutes: readonly Route[] = makeHandOverRoutes(connectorsOf)
