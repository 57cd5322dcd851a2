import { SharedReportScreen } from '#web/features/reports/shared-report-screen.tsx'

/** `/report#…`: a report behind its link. */
export function SharedReportPage() {
  return <SharedReportScreen />
}
