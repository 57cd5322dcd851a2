import {
  openReportCsv as csvEndpoint,
  openReport as endpoint,
  openReportPdf as pdfEndpoint,
  openReportPictures as picturesEndpoint,
} from '#domain/reports/contract.ts'
import { call, callFile } from '#web/platform/client.ts'
import { usualPaper } from './usual-paper.ts'

/** The report behind a link. A link that has ended is not asked for again. */
export const openReport = (token: string, signal?: AbortSignal) => call(endpoint, { body: { token }, signal })

/** Small pictures of its posts, by the ids of their versions. */
export const openReportPictures = async (
  token: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> => {
  const found = await call(picturesEndpoint, { body: { token }, signal })
  return new Map(found.map(({ post_social_id, src }) => [post_social_id, src]))
}

export const openReportPdf = (token: string): Promise<Blob> =>
  callFile(pdfEndpoint, { body: { token, paper: usualPaper() } })

export const openReportCsv = (token: string): Promise<Blob> => callFile(csvEndpoint, { body: { token } })
