import * as contract from '#domain/agencies/contract.ts'
import { agencyRoute, personRoute, type Route, takesPicture } from '#server/platform/http/route.ts'
import { exportAuditLog } from './audit-log/export-audit-log.ts'
import { listAuditFilters } from './audit-log/list-audit-filters.ts'
import { listAuditLog } from './audit-log/list-audit-log.ts'
import { changeAgencyRole } from './change-agency-role.ts'
import { createAgency, mayUploadLogo } from './create-agency.ts'
import { getAgency } from './get-agency.ts'
import { listAgencyInvitations } from './list-agency-invitations.ts'
import { listAgencyUsers } from './list-agency-users.ts'
import { removeAgencyUser } from './remove-agency-user.ts'
import { saveAgency } from './save-agency.ts'

export const agencyRoutes: readonly Route[] = [
  personRoute(contract.createAgency, createAgency, {
    ...takesPicture,
    ownTransactions: true,
    mayUpload: mayUploadLogo,
  }),
  agencyRoute(contract.saveAgency, saveAgency, takesPicture),
  agencyRoute(contract.getAgency, getAgency),
  agencyRoute(contract.listAgencyInvitations, listAgencyInvitations),
  agencyRoute(contract.listAgencyUsers, listAgencyUsers),
  agencyRoute(contract.changeAgencyRole, changeAgencyRole),
  agencyRoute(contract.removeAgencyUser, removeAgencyUser),
  agencyRoute(contract.listAuditLog, listAuditLog),
  agencyRoute(contract.listAuditFilters, listAuditFilters),
  agencyRoute(contract.exportAuditLog, exportAuditLog),
]
