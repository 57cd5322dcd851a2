import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, instant, nothing, pathId } from '#domain/kernel/shapes.ts'

const params = z.strictObject({ agencyId: pathId })
const scope = { agency: 'params.agencyId' } as const

export const parkedMail = z.strictObject({
  id,
  recipient: z.string(),
  subject: z.string(),
  /** What the mail server answered, or why it could not be reached, at last. */
  reason: z.string(),
  created_at: instant,
  failed_at: instant,
})
export type ParkedMail = z.output<typeof parkedMail>

/** What failed for good in the last month, the newest first; at most a hundred. Never what is in them. */
export const listParkedMails = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/parked-mails',
  summary: "List the agency's mails that could not be delivered",
  permission: 'agency.manage',
  scope,
  params,
  output: z.array(parkedMail),
})

export const retryParkedMail = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/parked-mails/{mailId}/retry',
  summary: 'Retry a mail that could not be delivered',
  permission: 'agency.manage',
  scope,
  params: params.extend({ mailId: pathId }),
  body: z.strictObject({}),
  output: nothing,
  failures: ['recipient_left'],
})

export const discardParkedMail = endpoint({
  method: 'DELETE',
  path: '/agencies/{agencyId}/parked-mails/{mailId}',
  summary: 'Discard a mail that could not be delivered',
  permission: 'agency.manage',
  scope,
  params: params.extend({ mailId: pathId }),
  output: nothing,
})
