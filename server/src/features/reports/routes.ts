import * as contract from '#domain/reports/contract.ts'
import {
  agencyRoute,
  inReadOnly,
  projectRoute,
  publicRoute,
  type Route,
} from '#server/platform/http/route.ts'
import { createReport } from './create-report.ts'
import { createReportLink } from './create-report-link.ts'
import { deleteReport } from './delete-report.ts'
import { deleteReportSchedule } from './delete-report-schedule.ts'
import { freezeReport } from './freeze-report.ts'
import { getApprovalFacts } from './get-approval-facts.ts'
import { getApprovalLedger } from './get-approval-ledger.ts'
import { getReport } from './get-report.ts'
import { getReportCsv } from './get-report-csv.ts'
import { getReportPdf } from './get-report-pdf.ts'
import { getReportPictures } from './get-report-pictures.ts'
import { getReportSchedule } from './get-report-schedule.ts'
import { listReports } from './list-reports.ts'
import { openReport } from './open-report.ts'
import { openReportCsv } from './open-report-csv.ts'
import { openReportPdf } from './open-report-pdf.ts'
import { openReportPictures } from './open-report-pictures.ts'
import { revokeReportLinks } from './revoke-report-links.ts'
import { saveReport } from './save-report.ts'
import { saveReportSchedule } from './save-report-schedule.ts'
import { sendReport } from './send-report.ts'

/** A whole office reads from one address; guessing a secret needs more than lifetimes all the same. */
const perMinute = () => 300
/** A PDF takes a second of a processor. */
const printedPerMinute = () => 30

export const reportRoutes: readonly Route[] = [
  agencyRoute(contract.getApprovalLedger, getApprovalLedger),
  projectRoute(contract.getApprovalFacts, getApprovalFacts),
  projectRoute(contract.listReports, listReports),
  projectRoute(contract.getReportSchedule, getReportSchedule),
  projectRoute(contract.saveReportSchedule, saveReportSchedule),
  projectRoute(contract.deleteReportSchedule, deleteReportSchedule),
  projectRoute(contract.createReport, createReport),
  projectRoute(contract.getReport, getReport),
  projectRoute(contract.getReportPictures, getReportPictures),
  projectRoute(contract.getReportPdf, getReportPdf),
  projectRoute(contract.getReportCsv, getReportCsv),
  projectRoute(contract.saveReport, saveReport),
  projectRoute(contract.freezeReport, freezeReport),
  projectRoute(contract.sendReport, sendReport),
  projectRoute(contract.deleteReport, deleteReport),
  projectRoute(contract.createReportLink, createReportLink),
  projectRoute(contract.revokeReportLinks, revokeReportLinks, inReadOnly),
  publicRoute(contract.openReport, openReport, { perMinute, ownTransactions: true }),
  publicRoute(contract.openReportPictures, openReportPictures, { perMinute, ownTransactions: true }),
  publicRoute(contract.openReportCsv, openReportCsv, { perMinute, ownTransactions: true }),
  publicRoute(contract.openReportPdf, openReportPdf, { perMinute: printedPerMinute, ownTransactions: true }),
]
