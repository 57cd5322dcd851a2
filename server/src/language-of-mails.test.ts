import { beforeEach, describe, expect, it } from 'vitest'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { CLIENT_LANGUAGE } from '#domain/permissions/settings.ts'
import { sendReport } from '#domain/reports/contract.ts'
import { sendProjectInvitation } from '#domain/team/contract.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { addLink, sendByLink } from '#testing/approvals/approval-links.ts'
import { readMails } from '#testing/mails.ts'
import { buildCast, buildProject, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { buildReport } from '#testing/reports.ts'
import { approvalLinkRoutes } from './features/approval-links/routes.ts'
import { approvalRoutes } from './features/approvals/routes.ts'
import { mailDue } from './features/notifications/mail-due.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { teamRoutes } from './features/team/routes.ts'

let cast: Cast
const kit = useTestApp({
  routes: [...approvalRoutes, ...approvalLinkRoutes, ...reportRoutes, ...teamRoutes],
})
beforeEach(async () => {
  kit.clock.set(testNow)
  await kit.db.updateTable('events').set({ is_told: true }).execute()
  await kit.db.deleteFrom('notifications').execute()
  await kit.db.deleteFrom('outgoing_mails').execute()
  cast = await buildCast(kit.db)
})

const inProject = () => ({ params: { projectId: cast.project.projectId } })
const ofProject = (value: ClientLanguage | '') =>
  kit.db
    .insertInto('project_settings')
    .values({ project_id: cast.project.projectId, name: CLIENT_LANGUAGE, value })
    .execute()
const chosenBy = ({ userId }: TestPerson, language: ClientLanguage) =>
  kit.db.updateTable('users').set({ language }).where('id', '=', userId).execute()
const emailOf = async ({ userId }: TestPerson) =>
  (await kit.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const mailTo = async (person: TestPerson | string) => {
  const address = typeof person === 'string' ? person : await emailOf(person)
  return (await readMails(kit, address.toLowerCase())).at(-1)
}
const codeMail = async () => {
  const token = await addLink(kit.db, cast.project, cast.external.userId)
  await kit.db
    .insertInto('project_settings')
    .values({ project_id: cast.project.projectId, name: 'approval-link-code', value: 'true' })
    .onConflict(earlier => earlier.columns(['project_id', 'name']).doNothing())
    .execute()
  expect((await sendByLink(kit, token, ['POST', '/approval-link/code'], {})).status).toBe(200)
  return mailTo(cast.external)
}
const askForApproval = async () => {
  for (const status of ['pending_internal_approval', 'pending_external_approval'] as const)
    await buildPost(kit.db, cast.project, {
      type: 'text',
      socials: [{ network: 'facebook', status, message: 'Cold brew' }],
      schedule: { date: '2026-06-20', time: '12:00' },
    })
  const rows = await kit.db
    .selectFrom('post_socials as v')
    .innerJoin('posts as p', 'p.id', 'v.post_id')
    .select(['v.id', 'v.post_id', 'v.status'])
    .where('p.project_id', '=', cast.project.projectId)
    .execute()
  for (const { id, post_id, status } of rows) {
    const about = {
      project_id: cast.project.projectId,
      post_id,
      post_social_id: id,
      actor_id: cast.creator.userId,
    }
    const event = await kit.db
      .insertInto('events')
      .values({ ...about, type: 'approval.started', is_told: true, created_at: kit.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kit.db
      .insertInto('notifications')
      .values({
        ...about,
        kind: 'sent_for_approval',
        user_id: status === 'pending_external_approval' ? cast.external.userId : cast.internal.userId,
        event_id: event.id,
        mail_at: kit.clock.now(),
        created_at: new Date(kit.clock.now().getTime() + 1000),
      })
      .execute()
  }
  while ((await mailDue(kit.services)) > 0);
}

describe('The language of a mail', () => {
  it('is English where nobody has chosen one', async () => {
    expect((await codeMail())?.text).toContain('Your code is ')
  })

  it('is English where the project’s setting was emptied', async () => {
    await ofProject('')
    expect((await codeMail())?.text).toContain('Your code is ')
  })

  it('is that of the project for a client, and English for people of the agency', async () => {
    await ofProject('de')
    await askForApproval()
    expect((await mailTo(cast.external))?.subject).toMatch(/^Einen Beitrag für .+ freigeben$/)
    expect((await mailTo(cast.internal))?.subject).toMatch(/^Approve a post for /)
    expect((await codeMail())?.text).toContain('Ihr Code lautet ')
  })

  it('is the person’s own rather than the project’s', async () => {
    await ofProject('de')
    await chosenBy(cast.external, 'pl')
    await chosenBy(cast.internal, 'fr')
    await askForApproval()
    expect((await mailTo(cast.external))?.html).toContain('<html lang="pl"')
    expect((await mailTo(cast.external))?.subject).toMatch(/post do zatwierdzenia/)
    expect((await mailTo(cast.internal))?.subject).toMatch(/^Approve a post for /)
    expect((await codeMail())?.subject).toMatch(/^Państwa kod: /)
  })

  it('is that which was chosen for the project on a mailed link before the person’s own, and no other project’s', async () => {
    await chosenBy(cast.external, 'pl')
    await kit.db
      .updateTable('project_members')
      .set({ language: 'it' })
      .where('user_id', '=', cast.external.userId)
      .execute()
    await askForApproval()
    expect((await mailTo(cast.external))?.html).toContain('<html lang="it"')
    expect((await codeMail())?.html).toContain('<html lang="it"')
    const other = await buildProject(kit.db)
    await kit.db
      .insertInto('project_members')
      .values({ project_id: other.projectId, user_id: cast.external.userId, role: 'external-approver' })
      .execute()
    const token = await addLink(kit.db, other, cast.external.userId)
    await kit.db
      .insertInto('project_settings')
      .values({ project_id: other.projectId, name: 'approval-link-code', value: 'true' })
      .execute()
    expect((await sendByLink(kit, token, ['POST', '/approval-link/code'], {})).status).toBe(200)
    expect((await mailTo(cast.external))?.html).toContain('<html lang="pl"')
  })

  it('of an invitation is the project’s for a client only', async () => {
    await ofProject('it')
    const invite = (email: string, role: 'external-approver' | 'content-creator') =>
      kit.ask(cast.admin, sendProjectInvitation, {
        body: { project_id: cast.project.projectId, email, name: 'Otto', role },
      })
    await invite('otto@client.example', 'external-approver')
    await invite('olga@maker.example', 'content-creator')
    expect((await mailTo('otto@client.example'))?.text).toContain('Accetta l’invito')
    expect((await mailTo('otto@client.example'))?.text).toContain('responsabile dell’approvazione')
    expect((await mailTo('olga@maker.example'))?.text).toContain('as Content Creator')
  })

  it('of a report is that of each who gets it', async () => {
    await ofProject('nl')
    await chosenBy(cast.external, 'es')
    const reportId = await buildReport(kit.db, cast.project)
    const sent = await kit.ask(cast.creator, sendReport, {
      params: { ...inProject().params, reportId },
      body: {
        user_ids: [cast.external.userId, cast.internal.userId],
        emails: ['ceo@client.example'],
        version: 1,
      },
    })
    expect(sent.status).toBe(200)
    expect((await mailTo(cast.external))?.subject).toMatch(/informe \(1.31 de mayo de 2026\)$/)
    expect((await mailTo('ceo@client.example'))?.subject).toMatch(/rapport over 1.31 mei 2026$/)
    expect((await mailTo(cast.internal))?.subject).toMatch(/report for 1.+31 May 2026$/)
  })
})
