import { describe, expect, it } from 'vitest'
import { acceptOffer, offerProject } from '#domain/agencies/hand-over-contract.ts'
import { getReportSchedule, openReport, sendReport } from '#domain/reports/contract.ts'
import { connectTwitter, getTwitterAuthorizationLink } from '#domain/social-accounts/contract.ts'
import { makeKey } from '#server/config.ts'
import { reportRoutes } from '#server/features/reports/routes.ts'
import { draftReports } from '#server/features/reports/schedule/draft-reports.ts'
import { makeSocialAccountRoutes } from '#server/features/social-accounts/routes.ts'
import { readParkedMails } from '#server/platform/mail/parked.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildChoice, stubConnectors } from '#testing/connectors.ts'
import { readMails } from '#testing/mails.ts'
import { buildPerson, buildProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { buildReport } from '#testing/reports.ts'
import { makeHandOverRoutes } from './routes.ts'

const { connectors, state } = stubConnectors()
let meanwhile: () => Promise<void> = () => Promise.resolve()
const slow = {
  ...connectors,
  twitter: {
    ...connectors.twitter,
    finish: async (given: Parameters<typeof connectors.twitter.finish>[0]) => {
      await meanwhile()
      return connectors.twitter.finish(given)
    },
  },
}
const kit = useTestApp({
  routes: [
    ...makeHandOverRoutes(() => connectors),
    ...reportRoutes,
    ...makeSocialAccountRoutes(() => slow as never),
  ],
  config: { TOKEN_KEY: makeKey() },
})

const build = async () => {
  const project = await buildProject(kit.db)
  const other = await buildProject(kit.db)
  return {
    project,
    other,
    admin: await buildPerson(kit.db, project, 'agency-admin'),
    second: await buildPerson(kit.db, project, 'agency-admin'),
    approver: await buildPerson(kit.db, project, 'internal-approver'),
    creator: await buildPerson(kit.db, project, 'content-creator'),
    client: await buildPerson(kit.db, project, 'external-approver'),
    taker: await buildPerson(kit.db, other, 'agency-admin'),
  }
}
type Both = Awaited<ReturnType<typeof build>>
const emailOf = async ({ userId }: TestPerson) =>
  (await kit.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const offer = async ({ project, admin, taker }: Both) =>
  (
    await kit.ask(admin, offerProject, {
      params: { projectId: project.projectId },
      body: { email: await emailOf(taker) },
    })
  ).data.offer.id
const accept = ({ other, taker }: Both, offerId: number) =>
  kit.ask(taker, acceptOffer, { params: { agencyId: other.agencyId, offerId } })
const handOver = async (both: Both) => expect((await accept(both, await offer(both))).status).toBe(200)
const socialsOf = (postId: number) =>
  kit.db
    .selectFrom('post_socials')
    .select(['status', 'cleared_digest'])
    .where('post_id', '=', postId)
    .execute()

/** An open round of two, one of whom has approved. */
const roundOf = (type: 'internal' | 'external', approved: TestPerson, waiting: TestPerson) => ({
  type,
  status: 'open' as const,
  chosen: [approved.userId, waiting.userId],
  approvedBy: [approved.userId],
})

describe('rounds of former people', () => {
  it.each([
    ['the one who has approved has the higher id', (b: Both) => [b.creator, b.approver] as const],
    ['the lower id', (b: Both) => [b.approver, b.creator] as const],
  ])('an internal round of two former people stays open: %s', async (_, pick) => {
    const both = await build()
    const [approved, waiting] = pick(both)
    const { postId } = await buildPost(kit.db, both.project, {
      type: 'text',
      socials: [
        {
          network: 'facebook',
          status: 'pending_internal_approval',
          rounds: [roundOf('internal', approved, waiting)],
        },
      ],
    })
    await handOver(both)
    expect(await socialsOf(postId)).toMatchObject([{ status: 'pending_internal_approval' }])
    const rounds = await kit.db
      .selectFrom('approvals')
      .select(['type', 'status'])
      .where('project_id', '=', both.project.projectId)
      .execute()
    expect(rounds).toEqual([{ type: 'internal', status: 'open' }])
  })

  it.each([
    ['higher', (b: Both) => [b.second, b.admin] as const],
    ['lower', (b: Both) => [b.admin, b.second] as const],
  ])(
    'an external round of two former admins stays open: the one who approved has the %s id',
    async (_, pick) => {
      const both = await build()
      const [approved, waiting] = pick(both)
      const { postId } = await buildPost(kit.db, both.project, {
        type: 'text',
        socials: [
          {
            network: 'facebook',
            status: 'pending_external_approval',
            rounds: [{ type: 'internal', status: 'approved' }, roundOf('external', approved, waiting)],
          },
        ],
      })
      await handOver(both)
      expect(await socialsOf(postId)).toMatchObject([{ status: 'pending_external_approval' }])
    },
  )
})

it('connects no account for somebody who lost the client while the network answered', async () => {
  const both = await build()
  const { projectId } = both.project
  await kit.db.deleteFrom('social_accounts').where('project_id', '=', projectId).execute()
  const offerId = await offer(both)
  state.choices = [buildChoice('twitter', '300')]
  const { data } = await kit.ask(both.admin, getTwitterAuthorizationLink, {
    params: { projectId },
    query: { callback_url: `${kit.services.config.publicUrl}/twitter/callback` },
  })
  const oauth_token = new URL(data.authorization_link).searchParams.get('oauth_token') ?? ''
  meanwhile = async () => expect((await accept(both, offerId)).status).toBe(200)
  const answer = await kit.ask(both.admin, connectTwitter, {
    body: { oauth_token, oauth_verifier: 'verifier' },
  })
  const accounts = await kit.db
    .selectFrom('social_accounts')
    .select(['external_id', 'connected_by', 'removed_at'])
    .where('project_id', '=', projectId)
    .execute()
  expect({ code: answer.code, accounts }).toEqual({ code: 'connection_expired', accounts: [] })
})

it('does not propose former people as recipients of the monthly report', async () => {
  const both = await build()
  const former = await emailOf(both.admin)
  await kit.db
    .insertInto('report_schedules')
    .values({
      project_id: both.project.projectId,
      networks: ['facebook'],
      manager_id: both.creator.userId,
      user_ids: [both.client.userId],
      emails: [former, 'boss@client.example'],
      next_day: '2026-07-01',
    })
    .execute()
  await handOver(both)
  const { data } = await kit.ask(both.taker, getReportSchedule, {
    params: { projectId: both.project.projectId },
  })
  expect(data).toMatchObject({ emails: ['boss@client.example'] })
})

it('leaves no words of an internal approval in the events', async () => {
  const both = await build()
  const { postId, socialIds } = await buildPost(kit.db, both.project, {
    type: 'text',
    socials: [{ network: 'facebook', status: 'pending_external_approval' }],
  })
  await kit.db
    .insertInto('events')
    .values({
      type: 'approval.round_approved',
      project_id: both.project.projectId,
      post_id: postId,
      post_social_id: socialIds[0] ?? 0,
      actor_id: both.approver.userId,
      detail: JSON.stringify({
        round: 'internal',
        next_round: 'external',
        message: 'They never read it anyway',
      }),
    })
    .execute()
  await handOver(both)
  const events = await kit.db
    .selectFrom('events')
    .select(['actor_id', 'detail'])
    .where('project_id', '=', both.project.projectId)
    .where('type', '=', 'approval.round_approved')
    .execute()
  expect(JSON.stringify(events)).not.toContain('They never read it')
})

it('keeps a report that was mailed to the client open', async () => {
  const both = await build()
  const reportId = await buildReport(kit.db, both.project)
  const sent = await kit.ask(both.creator, sendReport, {
    params: { projectId: both.project.projectId, reportId },
    body: { user_ids: [both.client.userId], emails: [], version: 1 },
  })
  expect(sent.status).toBe(200)
  const [mail] = await readMails(kit, await emailOf(both.client))
  const token = mail?.link?.hash.slice(1) ?? ''
  const before = (await kit.ask(null, openReport, { body: { token } })).status
  await handOver(both)
  const after = (await kit.ask(null, openReport, { body: { token } })).status
  expect({ before, after }).toEqual({ before: 200, after: 200 })
})

it('an offer stays ended when its maker is an admin again', async () => {
  const both = await build()
  const offerId = await offer(both)
  const row = { agency_id: both.project.agencyId, user_id: both.admin.userId }
  await kit.db
    .deleteFrom('agency_admins')
    .where('agency_id', '=', row.agency_id)
    .where('user_id', '=', row.user_id)
    .execute()
  expect((await accept(both, offerId)).code).toBe('offer_ended')
  await kit.db.insertInto('agency_admins').values(row).execute()
  expect((await accept(both, offerId)).code).toBe('offer_ended')
})

it('shows the former agency no failed mail of the client', async () => {
  const both = await build()
  const to = await emailOf(both.client)
  await kit.db.transaction().execute(tx =>
    queueMail(tx, kit.services, {
      to,
      kind: 'digest',
      subject: 'Approve 3 posts of Secret Launch',
      text: '',
      html: '',
      agencyId: both.project.agencyId,
      projectIds: [both.project.projectId],
    }),
  )
  await handOver(both)
  await kit.db
    .updateTable('outgoing_mails')
    .set({ status: 'failed', failed_at: testNow })
    .where('recipient', '=', to)
    .execute()
  const parked = await readParkedMails(kit.db, { agencyId: both.project.agencyId, limit: 10 })
  expect(parked).toEqual([])
})

it('sends a former manager no mail about a draft that waits', async () => {
  const both = await build()
  const to = await emailOf(both.creator)
  const schedule = {
    networks: ['facebook' as const],
    manager_id: both.creator.userId,
    user_ids: [],
    emails: [],
  }
  const next_day = `${testNow.toISOString().slice(0, 8)}01`
  const { projectId: project_id } = both.project
  await kit.db
    .insertInto('report_schedules')
    .values({ ...schedule, project_id, next_day })
    .execute()
  await draftReports(kit.services)
  expect((await readMails(kit, to)).map(({ kind }) => kind)).toEqual(['report-draft'])
  await handOver(both)
  expect(await readMails(kit, to)).toEqual([])
})
