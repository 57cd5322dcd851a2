import * as contract from '#domain/certificates/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { getApprovalCertificate } from './get-approval-certificate.ts'

export const certificateRoutes: readonly Route[] = [
  projectRoute(contract.getApprovalCertificate, getApprovalCertificate),
]
