import * as contract from '#domain/agencies/contract.ts'
import { agencyRoute, personRoute, type Route, takesPicture } from '#server/platform/http/route.ts'
import { exportLogOfAgency, listChoicesOfLog, listLogOfAgency } from './audit-log/queries.ts'
import { createOwnAgency, saveOneAgency } from './commands.ts'
import { getOneAgency, listInvitationsOfAgency, listUsersOfAgency } from './queries.ts'
import { removeFromAgency } from './removal/commands.ts'

export const agencyRoutes: readonly Route[] = [
  personRoute(contract.createAgency, createOwnAgency, { ...takesPicture, ownTransactions: true }),
  agencyRoute(contract.saveAgency, saveOneAgency, takesPicture),
  agencyRoute(contract.getAgency, getOneAgency),
  agencyRoute(contract.listAgencyInvitations, listInvitationsOfAgency),
  agencyRoute(contract.listAgencyUsers, listUsersOfAgency),
  agencyRoute(contract.removeAgencyUser, removeFromAgency),
  agencyRoute(contract.listAuditLog, listLogOfAgency),
  agencyRoute(contract.listAuditChoices, listChoicesOfLog),
  agencyRoute(contract.exportAuditLog, exportLogOfAgency),
]
