import * as contract from '#domain/agencies/contract.ts'
import * as costs from '#domain/agencies/network-costs-contract.ts'
import * as mails from '#domain/agencies/parked-mails-contract.ts'
import {
  agencyRoute,
  inReadOnly,
  personRoute,
  type Route,
  takesPicture,
} from '#server/platform/http/route.ts'
import { exportAuditLog } from './audit-log/export-audit-log.ts'
import { listAuditFilters } from './audit-log/list-audit-filters.ts'
import { listAuditLog } from './audit-log/list-audit-log.ts'
import { changeAgencyRole } from './change-agency-role.ts'
import { createAgency, mayUploadLogo } from './create-agency.ts'
import { discardParkedMail } from './discard-parked-mail.ts'
import { getAgency } from './get-agency.ts'
import { leaveAgency } from './leave-agency.ts'
import { listAgencyInvitations } from './list-agency-invitations.ts'
import { listAgencyUsers } from './list-agency-users.ts'
import { listNetworkCosts } from './list-network-costs.ts'
import { listParkedMails } from './list-parked-mails.ts'
import { removeAgencyUser } from './remove-agency-user.ts'
import { retryParkedMail } from './retry-parked-mail.ts'
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
  agencyRoute(contract.removeAgencyUser, removeAgencyUser, inReadOnly),
  agencyRoute(contract.leaveAgency, leaveAgency, inReadOnly),
  agencyRoute(contract.listAuditLog, listAuditLog),
  agencyRoute(contract.listAuditFilters, listAuditFilters),
  agencyRoute(contract.exportAuditLog, exportAuditLog),
  agencyRoute(costs.listNetworkCosts, listNetworkCosts),
  agencyRoute(mails.listParkedMails, listParkedMails),
  agencyRoute(mails.retryParkedMail, retryParkedMail),
  agencyRoute(mails.discardParkedMail, discardParkedMail),
]
