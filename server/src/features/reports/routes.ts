import * as contract from '#domain/reports/contract.ts'
import {
  agencyRoute,
  inReadOnly,
  onStandby,
  projectRoute,
  publicRoute,
  type Route,
} from '#server/platform/http/route.ts'
import { createReport } from './create-report.ts'
import { deleteReport } from './delete-report.ts'
import { freezeReport } from './freeze-report.ts'
import { getApprovalFacts } from './get-approval-facts.ts'
import { getApprovalLedger } from './get-approval-ledger.ts'
import { getReport } from './get-report.ts'
import { getReportCsv } from './get-report-csv.ts'
import { getReportPdf } from './get-report-pdf.ts'
import { getReportPictures } from './get-report-pictures.ts'
import { createReportLink } from './links/create-report-link.ts'
import { openReport } from './links/open-report.ts'
import { openReportCsv } from './links/open-report-csv.ts'
import { openReportPdf } from './links/open-report-pdf.ts'
import { openReportPictures } from './links/open-report-pictures.ts'
import { revokeReportLinks } from './links/revoke-report-links.ts'
import { listReports } from './list-reports.ts'
import { saveReport } from './save-report.ts'
import { deleteReportSchedule } from './schedule/delete-report-schedule.ts'
import { getReportSchedule } from './schedule/get-report-schedule.ts'
import { saveReportSchedule } from './schedule/save-report-schedule.ts'
import { sendReport } from './send-report.ts'

/** A whole office reads from one address; guessing a secret needs more than lifetimes all the same. */
const perMinute = () => 300
/** A PDF takes a second of a processor. */
const printedPerMinute = () => 30

export const reportRoutes: readonly Route[] = [
  agencyRoute(contract.getApprovalLedger, getApprovalLedger, onStandby),
  projectRoute(contract.getApprovalFacts, getApprovalFacts, onStandby),
  projectRoute(contract.listReports, listReports),
  projectRoute(contract.getReportSchedule, getReportSchedule),
  projectRoute(contract.saveReportSchedule, saveReportSchedule),
  projectRoute(contract.deleteReportSchedule, deleteReportSchedule),
  projectRoute(contract.createReport, createReport),
  projectRoute(contract.getReport, getReport, onStandby),
  projectRoute(contract.getReportPictures, getReportPictures, onStandby),
  projectRoute(contract.getReportPdf, getReportPdf, onStandby),
  projectRoute(contract.getReportCsv, getReportCsv, onStandby),
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
