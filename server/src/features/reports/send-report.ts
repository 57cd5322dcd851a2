import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { localeOf } from '#domain/kernel/languages/words.ts'
import type * as contract from '#domain/reports/contract.ts'
import { REPORT_LINK_DAYS } from '#domain/reports/contract.ts'
import { wordsIn } from '#domain/reports/words.ts'
import { readLanguage } from '#server/features/projects/client-language.ts'
import { readSender } from '#server/features/projects/mail-sender.ts'
import { isUnwanted, waitBeforeRecipient, waitBeforeSending } from '#server/features/projects/outgoing.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { wordsOf } from '#server/platform/words.ts'
import { freeze } from './freeze-report.ts'
import { makeReportLink } from './links/create-report-link.ts'
import { findRecipients, type Recipient } from './recipients.ts'
import { reportMail } from './report-mail.ts'
import { lockReport, nameOf, type ReportRow } from './reports.ts'

/** Somebody who got it within this time is not mailed again, so that a second click does not send it twice. */
const AGAIN_AFTER_MS = 5 * 60_000

export const sendReport = async (
  { params, body }: Input<typeof contract.sendReport>,
  call: ScopedCall,
): Promise<Answer<typeof contract.sendReport>> => {
  const { tx, scope } = call
  // Locked: of two clicks the second sees whom the first has mailed.
  const row = await lockReport(tx, scope, params.reportId)
  if (!row) return fail('not_found')
  const recipients = await findRecipients(call, body)
  if (isFailure(recipients)) return recipients
  if (recipients.length === 0) return fail('no_recipients')
  if (row.version !== body.version) return fail('stale_version')
  const content = row.content ?? (await freeze(call, row, body.version))
  if (!content) return fail('stale_version')
  const waiting = await withoutRecent(call, row.id, recipients)
  const left = await withoutFlooded(call, waiting)
  if (isFailure(left)) return left
  await mail(call, row, left)
  if (left.length > 0)
    await audit(tx, byScoped(call), {
      action: 'report.sent',
      subject: nameOf(row),
      new: { recipients: left.map(({ email }) => email).join(', ') },
    })
  const left_out = waiting.filter(one => !left.includes(one)).map(({ email }) => email)
  return { sent: left.length, left_out }
}

const withoutRecent = async (
  { tx, now }: ScopedCall,
  reportId: number,
  recipients: readonly Recipient[],
): Promise<readonly Recipient[]> => {
  const rows = await tx
    .selectFrom('report_sendings')
    .select('email')
    .where('report_id', '=', reportId)
    .where('sent_at', '>', new Date(now.getTime() - AGAIN_AFTER_MS))
    .execute()
  const recent = new Set(rows.map(({ email }) => email))
  return recipients.filter(({ email }) => !recent.has(email))
}

/** Those who have not been sent too many today. The others are left out, unless that is everybody. */
const withoutFlooded = async (
  call: ScopedCall,
  recipients: readonly Recipient[],
): Promise<readonly Recipient[] | Failure<'too_many_reports'>> => {
  const report = { kind: 'report', agencyId: call.scope.agencyId } as const
  for (const _ of recipients) {
    const wait = await waitBeforeSending(call, report)
    if (wait !== null) return fail('too_many_reports', { wait })
  }
  const waits = new Map<string, number>()
  // In one order: two reports to the same people would otherwise wait for each other.
  for (const recipient of recipients.map(({ email }) => email).toSorted()) {
    const wait = await waitBeforeRecipient(call, { ...report, recipient })
    if (wait !== null) waits.set(recipient, wait)
  }
  const left = recipients.filter(({ email }) => !waits.has(email))
  if (left.length > 0 || waits.size === 0) return left
  return fail('too_many_reports', {
    wait: Math.min(...waits.values()),
    message: 'They were sent as many reports as one person gets in a day. Please try again {when}.',
  })
}

/** Clients and people outside are written to in their language, people of the agency in English. */
const languageOf = async (
  { tx, scope }: ScopedCall,
  { userId, isOfAgency }: Recipient,
): Promise<ClientLanguage> => (isOfAgency ? 'en' : readLanguage(tx, { userId, projectId: scope.projectId }))

/** Each gets a link of their own, in the transaction that says to whom it was sent. */
const mail = async (call: ScopedCall, row: ReportRow, recipients: readonly Recipient[]): Promise<void> => {
  const { tx, scope, person, now, services } = call
  const sender = await readSender(tx, scope.agencyId)
  for (const recipient of recipients) {
    const { email, name, userId } = recipient
    const { url } = await makeReportLink(call, row.id, recipient)
    const language = await languageOf(call, recipient)
    const content = reportMail({
      words: wordsOf(language),
      sender,
      name,
      url,
      sentBy: person.name,
      project: scope.projectName,
      days: REPORT_LINK_DAYS,
      period: wordsIn(localeOf(language)).days(row.from_day, row.to_day),
    })
    const { agencyId, projectId } = scope
    // People of the project know the agency.
    if (userId !== null || !(await isUnwanted(tx, agencyId, email)))
      await queueMail(tx, services, { to: email, agencyId, projectIds: [projectId], ...content })
    await tx
      .insertInto('report_sendings')
      .values({
        report_id: row.id,
        project_id: scope.projectId,
        email,
        user_id: userId,
        sent_by: person.userId,
        sent_at: now,
      })
      .execute()
  }
}
