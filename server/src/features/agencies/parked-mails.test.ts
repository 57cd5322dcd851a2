import { beforeEach, describe, expect, it } from 'vitest'
import {
  discardParkedMail,
  listParkedMails,
  retryParkedMail,
} from '#domain/agencies/parked-mails-contract.ts'
import { queueMail, sendMailQueue } from '#server/platform/mail/queue.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import type { Delivery, Mailer, Outgoing } from '#server/platform/mail/transport.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildReport } from '#testing/reports.ts'
import { agencyRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: agencyRoutes })
beforeEach(async () => {
  kit.clock.set(testNow)
  await kit.db.deleteFrom('outgoing_mails').execute()
  cast = await buildCast(kit.db)
})

const emailOf = async ({ userId }: TestPerson) =>
  (await kit.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
/** A mail server with prepared answers, which accepts everything after them. */
const server = (...answers: Delivery[]): Mailer & { taken: Outgoing[] } => {
  const taken: Outgoing[] = []
  return {
    taken,
    send: async mail => {
      taken.push(mail)
      return answers.shift() ?? { kind: 'sent' }
    },
    verify: async () => undefined,
    close: () => undefined,
  }
}
const never: Delivery = { kind: 'never', why: '550 no such user' }

/** A mail that the mail server has refused. */
const park = async (
  to: string,
  agencyId: number | null = cast.project.agencyId,
  kind = 'notifications',
): Promise<number> => {
  const content = {
    kind,
    subject: 'Approve a post',
    text: 'A secret link',
    html: '<p>Hi</p>',
  }
  const { id } = await kit.db
    .transaction()
    .execute(tx => queueMail(tx, kit.services, { to, ...content, agencyId }))
  kit.clock.advance(60_000)
  await sendMail(kit.services, server(never), id)
  return id
}
const params = (mailId: number) => ({ params: { agencyId: cast.project.agencyId, mailId } })
const list = (person: TestPerson) =>
  kit.ask(person, listParkedMails, { params: { agencyId: cast.project.agencyId } })
const retry = (person: TestPerson, mailId: number) =>
  kit.ask(person, retryParkedMail, { ...params(mailId), body: {} })
const discard = (person: TestPerson, mailId: number) => kit.ask(person, discardParkedMail, params(mailId))
const statusOf = async (id: number) =>
  (await kit.db.selectFrom('outgoing_mails').select('status').where('id', '=', id).executeTakeFirst())?.status

describe('Mails that failed for good', () => {
  it('are listed for the admins of their agency: to whom, what, why and since when, not their content', async () => {
    const to = await emailOf(cast.external)
    const mailId = await park(to)
    await park(await emailOf(cast.stranger), cast.elsewhere.agencyId)
    await park(to, null)
    const { data } = await list(cast.admin)
    expect(data).toEqual([
      {
        id: mailId,
        recipient: to.toLowerCase(),
        subject: 'Approve a post',
        reason: '550 no such user',
        created_at: testNow.toISOString(),
        failed_at: '2026-06-01T08:01:00.000Z',
      },
    ])
  })

  it('are sent again as they were, with the same Message-ID and two more days', async () => {
    const mailId = await park(await emailOf(cast.external))
    kit.clock.advance(5 * 86_400_000)
    expect((await retry(cast.admin, mailId)).status).toBe(200)
    expect((await list(cast.admin)).data).toEqual([])
    expect((await kit.enqueued(sendMailQueue)).at(-1)).toMatchObject({ mailId })
    const mailer = server({ kind: 'later', why: 'busy' })
    expect(await sendMail(kit.services, mailer, mailId)).toBe('retry')
    expect(await sendMail(kit.services, mailer, mailId)).toBe('done')
    expect(mailer.taken[1]).toMatchObject({ id: mailId, created_at: testNow, text: 'A secret link' })
    expect(await kit.db.selectFrom('outgoing_mails').select(['status', 'sealed']).execute()).toEqual([
      { status: 'sent', sealed: null },
    ])
  })

  it('are not sent again twice, nor while they wait', async () => {
    const mailId = await park(await emailOf(cast.external))
    expect((await retry(cast.admin, mailId)).status).toBe(200)
    expect((await retry(cast.admin, mailId)).status).toBe(404)
    expect((await discard(cast.admin, mailId)).status).toBe(404)
    expect(await statusOf(mailId)).toBe('queued')
  })

  it('are not sent to somebody who has left the agency since', async () => {
    const mailId = await park(await emailOf(cast.external))
    await kit.db.deleteFrom('project_members').where('user_id', '=', cast.external.userId).execute()
    const answer = await retry(cast.admin, mailId)
    expect([answer.status, answer.code]).toEqual([409, 'recipient_left'])
    expect(answer.message).toContain(await emailOf(cast.external))
    expect(await statusOf(mailId)).toBe('failed')
  })

  it('are sent to somebody with an open invitation', async () => {
    const invitation = {
      agency_id: cast.project.agencyId,
      name: 'Ida',
      role: 'agency-admin' as const,
      email: 'ida@new.example',
      token_hash: Buffer.from(`ida ${cast.project.agencyId}`),
      expires_at: new Date('2027-01-01'),
    }
    await kit.db.insertInto('invitations').values(invitation).execute()
    expect((await retry(cast.admin, await park('ida@new.example'))).status).toBe(200)
    await kit.db
      .updateTable('invitations')
      .set({ revoked_at: testNow })
      .where('email', '=', 'ida@new.example')
      .execute()
    expect((await retry(cast.admin, await park('ida@new.example'))).status).toBe(409)
  })

  it('are sent to the recipient of a report, who need not belong to the agency, but no other mail is', async () => {
    const { agencyId, projectId } = cast.project
    const sentTo = async (email: string, userId: number | null) =>
      kit.db
        .insertInto('report_sendings')
        .values({
          report_id: await buildReport(kit.db, cast.project),
          project_id: projectId,
          email,
          user_id: userId,
          sent_by: cast.creator.userId,
          sent_at: testNow,
        })
        .execute()
    const owner = `owner${projectId}@client.example`
    await sentTo(owner, null)
    expect((await retry(cast.admin, await park(owner, agencyId, 'report'))).status).toBe(200)
    expect((await retry(cast.admin, await park(owner))).code).toBe('recipient_left')
    const left = await emailOf(cast.stranger)
    await sentTo(left.toLowerCase(), cast.stranger.userId)
    expect((await retry(cast.admin, await park(left, agencyId, 'report'))).code).toBe('recipient_left')
  })

  it('can be discarded', async () => {
    const mailId = await park(await emailOf(cast.external))
    expect((await discard(cast.admin, mailId)).status).toBe(200)
    expect(await statusOf(mailId)).toBeUndefined()
  })

  it('are for the agency’s admins alone, and 404 in another agency', async () => {
    const mailId = await park(await emailOf(cast.external))
    for (const [person, status] of [
      [cast.creator, 403],
      [cast.internal, 403],
      [cast.external, 403],
      [cast.stranger, 404],
    ] as const)
      for (const answer of [await list(person), await retry(person, mailId), await discard(person, mailId)])
        expect(answer.status).toBe(status)
    const others = await park(await emailOf(cast.stranger), cast.elsewhere.agencyId)
    expect((await retry(cast.admin, others)).status).toBe(404)
    expect((await discard(cast.admin, others)).status).toBe(404)
    expect([await statusOf(mailId), await statusOf(others)]).toEqual(['failed', 'failed'])
  })
})
