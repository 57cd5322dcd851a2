import {
  openReportCsv as csvEndpoint,
  openReport as endpoint,
  openReportPdf as pdfEndpoint,
} from '#domain/reports/contract.ts'
import { call, callFile } from '#web/platform/client.ts'
import { usualPaper } from './usual-paper.ts'

/** The report behind a link. A link that has ended is not asked for again. */
export const openReport = (token: string, signal?: AbortSignal) => call(endpoint, { body: { token }, signal })

export const openReportPdf = (token: string): Promise<Blob> =>
  callFile(pdfEndpoint, { body: { token, paper: usualPaper() } })

export const openReportCsv = (token: string): Promise<Blob> => callFile(csvEndpoint, { body: { token } })
