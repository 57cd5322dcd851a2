import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/reports/contract.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import { pictureAddresses } from '../figures/sent-pictures.ts'
import { findLinkedReport } from './open-report.ts'

export const openReportPictures = async (
  { body }: Input<typeof contract.openReportPictures>,
  { db, now, services }: PoolCall,
): Promise<Answer<typeof contract.openReportPictures>> => {
  const linked = await findLinkedReport(db, body.token, now)
  if (!linked) return fail('not_found')
  return pictureAddresses(db, services.storage, linked.row, linked.report.content.posts)
}
