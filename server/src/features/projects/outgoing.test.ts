import { beforeEach, describe, expect, it } from 'vitest'
import { createApprovalLink } from '#domain/approval-links/contract.ts'
import { createReportLink, freezeReport, sendReport } from '#domain/reports/contract.ts'
import { sendProjectInvitation } from '#domain/team/contract.ts'
import { approvalLinkRoutes } from '#server/features/approval-links/routes.ts'
import { reportRoutes } from '#server/features/reports/routes.ts'
import { teamRoutes } from '#server/features/team/routes.ts'
import { hashSecret } from '#server/platform/session/links.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { billedConfig, buildSubscription, daysFromNow } from '#testing/billing/subscriptions.ts'
import { buildCast, type Cast, nextNumber } from '#testing/people.ts'
import { buildReport } from '#testing/reports.ts'

const app = useTestApp({
  routes: [...approvalLinkRoutes, ...reportRoutes, ...teamRoutes],
  config: billedConfig,
})
let cast: Cast
beforeEach(async () => {
  app.clock.set(testNow)
  await app.db.deleteFrom('attempts').execute()
  await app.db.deleteFrom('subscriptions').execute()
  cast = await buildCast(app.db)
})

/** As if so much had been sent already. */
const count = async (subject: string, times: number) => {
  const { numUpdatedRows } = await app.db
    .updateTable('attempts')
    .set({ times })
    .where('subject_hash', '=', hashSecret(subject))
    .executeTakeFirst()
  expect(numUpdatedRows, subject).toBe(1n)
}
const newEmail = () => `otto${nextNumber()}@example.com`
const invite = async (email = newEmail(), { project, admin }: Pick<Cast, 'project' | 'admin'> = cast) =>
  (
    await app.ask(admin, sendProjectInvitation, {
      body: { project_id: project.projectId, name: 'Otto', email, role: 'content-creator' },
    })
  ).status
const copyLink = async () =>
  (
    await app.ask(cast.admin, createApprovalLink, {
      params: { projectId: cast.project.projectId },
      body: { user_id: cast.external.userId },
    })
  ).status
const startTrial = async ({ project, admin }: Cast, last_four: string, first = last_four) => {
  await buildSubscription(app.db, project.agencyId, {
    status: 'trialing',
    trial_ends_at: daysFromNow(9),
    trial_card: `Visa ${first} 12/2030`,
  })
  const card = { brand: 'Visa', last_four, expiry_month: 12, expiry_year: 2030, name: 'Otto Lind' }
  const owner = { user_id: admin.userId, agency_id: project.agencyId, gateway_token: `cus/${nextNumber()}` }
  await app.db
    .insertInto('payment_cards')
    .values({ ...card, ...owner, trial_started_at: testNow, updated_at: testNow })
    .execute()
}
const aDay = 24 * 3_600_000 + 1

describe('What agencies send', () => {
  it('to one address is limited to ten invitations a day, which no other agency uses up', async () => {
    const email = newEmail()
    const stranger = await buildCast(app.db)
    expect(await invite(email, stranger)).toBe(200)
    await count(`mails of agency ${stranger.project.agencyId} to ${email}`, 10)
    expect(await invite(email, stranger)).toBe(429)
    expect(await invite(email)).toBe(200)
    expect(await invite(newEmail(), stranger)).toBe(200)
    app.clock.advance(aDay)
    await app.db.deleteFrom('invitations').where('agency_id', '=', stranger.project.agencyId).execute()
    expect(await invite(email, stranger)).toBe(200)
  })

  it('to one address is limited to what twenty agencies may send', async () => {
    const email = newEmail()
    expect(await invite(email)).toBe(200)
    await count(`mails to ${email}`, 199)
    expect(await invite(email, await buildCast(app.db))).toBe(200)
    expect(await invite(email, await buildCast(app.db))).toBe(429)
  })

  it('to one mailbox is counted together, however its address is written', async () => {
    const name = `otto${nextNumber()}`
    expect(await invite(`${name}@gmail.com`)).toBe(200)
    await count(`mails of agency ${cast.project.agencyId} to ${name}@gmail.com`, 9)
    expect(await invite(`${name}+news@gmail.com`)).toBe(200)
    expect(await invite(`o.${name.slice(1)}@googlemail.com`)).toBe(429)
  })

  it('to one address is not used up by an agency that its owner does not know', async () => {
    const email = newEmail()
    const unwanted = { agency_id: cast.project.agencyId, email, created_at: testNow }
    await app.db.insertInto('unwanted_agencies').values(unwanted).execute()
    expect(await invite(email)).toBe(200)
    expect(await count(`mails to ${email}`, 0).catch(() => 'not counted')).toBe('not counted')
  })

  it('to one address is limited to twenty reports a day', async () => {
    const email = newEmail()
    const send = async () => {
      const params = { projectId: cast.project.projectId, reportId: await buildReport(app.db, cast.project) }
      const body = { user_ids: [], emails: [email], version: 1 }
      return (await app.ask(cast.creator, sendReport, { params, body })).status
    }
    expect(await send()).toBe(200)
    await count(`mailed reports of agency ${cast.project.agencyId} to ${email}`, 19)
    expect(await send()).toBe(200)
    expect(await send()).toBe(429)
  })

  it('is limited to a hundred copied links an hour, to approve or to read a report', async () => {
    expect(await copyLink()).toBe(200)
    await count(`copied links of agency ${cast.project.agencyId}`, 100)
    expect(await copyLink()).toBe(429)
    const reportId = await buildReport(app.db, cast.project)
    const params = { projectId: cast.project.projectId, reportId }
    await app.ask(cast.admin, freezeReport, { params, body: { version: 1 } })
    expect((await app.ask(cast.admin, createReportLink, { params, body: {} })).status).toBe(429)
  })
})

describe('What an agency in its trial sends', () => {
  it('is limited to forty invitations and forty links a day', async () => {
    await startTrial(cast, '4242')
    expect([await invite(), await copyLink()]).toEqual([200, 200])
    await count(`mails of trial ${cast.project.agencyId}`, 40)
    await count(`copied links of trial ${cast.project.agencyId}`, 40)
    expect([await invite(), await copyLink()]).toEqual([429, 429])
    await buildSubscription(app.db, cast.project.agencyId)
    expect([await invite(), await copyLink()]).toEqual([200, 200])
  })

  it('counts with what other trials of the same card send', async () => {
    const [same, other] = [await buildCast(app.db), await buildCast(app.db)]
    for (const [trial, card] of [
      [cast, '4242'],
      [same, '4242'],
      [other, '1881'],
    ] as const)
      await startTrial(trial, card)
    expect(await invite()).toBe(200)
    await count('mails of card Visa 4242 12/2030', 40)
    expect([await invite(newEmail(), same), await invite(newEmail(), other)]).toEqual([429, 200])
  })

  it('counts with the card that the trial began with, also when that was replaced', async () => {
    const replaced = await buildCast(app.db)
    await startTrial(cast, '4242')
    await startTrial(replaced, '1881', '4242')
    expect(await invite()).toBe(200)
    await count('mails of card Visa 4242 12/2030', 40)
    expect(await invite(newEmail(), replaced)).toBe(429)
  })
})
