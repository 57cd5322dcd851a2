import type { DemoPost } from './content.ts'

const HOUR_MS = 3_600_000
/** So that not everything was written and approved in the same minute. */
const ODD_HOURS = 7.3
const LATEST_HOURS = 20

/** When the events before the post's publication happened: approvals come before publishing, and nothing is in the future. */
export const pastOf = ({ day }: DemoPost, datetime: Date, now: Date) => {
  const later = (Math.abs(day) * ODD_HOURS) % LATEST_HOURS
  const end = Math.min(datetime.getTime(), now.getTime()) - later * HOUR_MS
  const before = (hours: number) => new Date(end - hours * HOUR_MS)
  return {
    written: before(60),
    sentForApproval: before(30),
    internallyApproved: before(20),
    externallyDecided: before(10),
    questionAsked: before(8),
    published: datetime,
  }
}
export type Past = ReturnType<typeof pastOf>
