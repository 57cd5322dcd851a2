import {
  createAgency,
  exportAuditLog,
  getAgency,
  listAgencyInvitations,
  listAgencyUsers,
  listAuditChoices,
  listAuditLog,
  removeAgencyUser,
  saveAgency,
} from '#domain/agencies/contract.ts'
import { agencyRoute, personRoute, type Route, takesPicture } from '#server/platform/http/route.ts'
import { exportLogOfAgency, listChoicesOfLog, listLogOfAgency } from './audit-log/queries.ts'
import { createOwnAgency, saveOneAgency } from './commands.ts'
import { getOneAgency, listInvitationsOfAgency, listUsersOfAgency } from './queries.ts'
import { removeFromAgency } from './removal/commands.ts'

export const agencyRoutes: readonly Route[] = [
  personRoute(createAgency, createOwnAgency, { ...takesPicture, ownTransactions: true }),
  agencyRoute(saveAgency, saveOneAgency, takesPicture),
  agencyRoute(getAgency, getOneAgency),
  agencyRoute(listAgencyInvitations, listInvitationsOfAgency),
  agencyRoute(listAgencyUsers, listUsersOfAgency),
  agencyRoute(removeAgencyUser, removeFromAgency),
  agencyRoute(listAuditLog, listLogOfAgency),
  agencyRoute(listAuditChoices, listChoicesOfLog),
  agencyRoute(exportAuditLog, exportLogOfAgency),
]
