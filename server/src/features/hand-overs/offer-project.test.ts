import { beforeEach, describe, expect, it } from 'vitest'
import {
  acceptOffer,
  declineOffer,
  getHandOver,
  listOfferedProjects,
  offerProject,
  withdrawOffer,
} from '#domain/agencies/hand-over-contract.ts'
import { listNotifications } from '#domain/notifications/contract.ts'
import { readMe } from '#server/features/accounts/me.ts'
import { notifyOfAgencyEvents } from '#server/features/notifications/notify-of-agency-events.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { readMails } from '#testing/mails.ts'
import { buildPerson, useNewCast } from '#testing/people.ts'
import { makeHandOverRoutes } from './routes.ts'

const { connectors } = stubConnectors()
const kit = useTestApp({ routes: [...makeHandOverRoutes(() => connectors), ...notificationRoutes] })
const cast = useNewCast(kit)
beforeEach(() => kit.clock.set(testNow))

const DAY = 86_400_000
const ofProject = () => ({ projectId: cast.project.projectId })
const emailOf = async ({ userId }: TestPerson) =>
  (await kit.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const offerTo = async (email: string, by = cast.admin) =>
  kit.ask(by, offerProject, { params: ofProject(), body: { email } })
const offerToStranger = async () => offerTo(await emailOf(cast.stranger))
const offered = async (person: TestPerson) => (await kit.ask(person, listOfferedProjects)).data.projects
const accept = (person: TestPerson, offerId: number, agencyId = cast.elsewhere.agencyId) =>
  kit.ask(person, acceptOffer, { params: { agencyId, offerId } })
const bell = async (person: TestPerson) =>
  (await kit.ask(person, listNotifications, { query: {} })).data.notifications
const actions = async () => {
  const entries = kit.db.selectFrom('audit_log').select(['agency_id', 'action', 'new', 'old'])
  return entries.where('project_id', '=', cast.project.projectId).orderBy('id').execute()
}

describe('A client that is offered', () => {
  it('is told by mail and under the bell to the admin whose address it is, and to nobody else of their agency', async () => {
    const colleague = await buildPerson(kit.db, cast.elsewhere, 'agency-admin')
    const { status, data } = await offerToStranger()
    expect(status).toBe(200)
    const email = await emailOf(cast.stranger)
    expect(data.offer).toMatchObject({ email, offered_by: cast.admin.name })
    await notifyOfAgencyEvents(kit.services)
    const { name } = await kit.db
      .selectFrom('projects')
      .select('name')
      .where('id', '=', cast.project.projectId)
      .executeTakeFirstOrThrow()
    const [mail] = await readMails(kit, email)
    expect(mail?.subject).toContain(name)
    expect(mail?.text).toContain(cast.admin.name)
    expect(mail?.link?.pathname).toBe('/offered')
    expect(await bell(cast.stranger)).toMatchObject([
      { kind: 'project_offered', agency_id: cast.elsewhere.agencyId, offer: { project_name: name } },
    ])
    expect(await bell(colleague)).toEqual([])
    expect(await offered(colleague)).toEqual([])
    expect(await offered(cast.stranger)).toMatchObject([
      { project_name: name, offered_by: cast.admin.name, agencies: [{ id: cast.elsewhere.agencyId }] },
    ])
    const me = await readMe(kit.db, { ...cast.stranger, isSuperAdmin: false } as never, kit.services)
    expect(me.offered_projects).toBe(1)
    expect(await actions()).toMatchObject([{ action: 'project.offered', new: { to: email } }])
  })

  it('gets the same answer for any address, and mails nobody who administers no other agency', async () => {
    const creator = await buildPerson(kit.db, cast.elsewhere, 'content-creator')
    const known = await offerToStranger()
    for (const email of ['nobody@elsewhere.example', await emailOf(creator), await emailOf(cast.admin)]) {
      await kit.ask(cast.admin, withdrawOffer, { params: ofProject() })
      const { status, data } = await offerTo(email)
      expect(status).toBe(known.status)
      expect(Object.keys(data.offer)).toEqual(Object.keys(known.data.offer))
      expect(data.offer.email).toBe(email)
      expect(await readMails(kit, email)).toEqual([])
    }
    expect(await offered(creator)).toEqual([])
  })

  it('is offered once at a time, also by two admins at once, and again after it was withdrawn', async () => {
    const second = await buildPerson(kit.db, cast.project, 'agency-admin')
    const email = await emailOf(cast.stranger)
    const both = await Promise.all([offerTo(email), offerTo(email, second)])
    expect(both.map(({ status, code }) => code ?? status).sort()).toEqual([200, 'already_offered'])
    const withdraw = () => kit.ask(cast.admin, withdrawOffer, { params: ofProject() })
    expect((await withdraw()).status).toBe(200)
    expect(await offered(cast.stranger)).toEqual([])
    expect((await withdraw()).code).toBe('offer_ended')
    expect((await offerToStranger()).status).toBe(200)
  })

  it('cannot be accepted after two weeks, and can be offered again then', async () => {
    const { data } = await offerToStranger()
    kit.clock.set(new Date(testNow.getTime() + 14 * DAY))
    expect(await offered(cast.stranger)).toEqual([])
    expect((await accept(cast.stranger, data.offer.id)).code).toBe('offer_ended')
    const standing = await kit.ask(cast.admin, getHandOver, { params: ofProject() })
    expect(standing.data.offer).toBeNull()
    expect((await offerToStranger()).status).toBe(200)
  })

  it('ends with the right of the admin who offered it', async () => {
    const { data } = await offerToStranger()
    await kit.db.deleteFrom('agency_admins').where('user_id', '=', cast.admin.userId).execute()
    expect(await offered(cast.stranger)).toEqual([])
    expect((await accept(cast.stranger, data.offer.id)).code).toBe('offer_ended')
  })

  it.each(['deleted_at', 'archived_at'] as const)('is not accepted once its %s is set', async column => {
    const { data } = await offerToStranger()
    const set = { [column]: testNow }
    await kit.db.updateTable('projects').set(set).where('id', '=', cast.project.projectId).execute()
    expect(await offered(cast.stranger)).toEqual([])
    const { code } = await accept(cast.stranger, data.offer.id)
    expect(code).toBe(column === 'deleted_at' ? 'offer_ended' : 'project_archived')
  })

  it('cannot be offered while it is archived', async () => {
    const set = { archived_at: testNow }
    await kit.db.updateTable('projects').set(set).where('id', '=', cast.project.projectId).execute()
    expect((await offerToStranger()).code).toBe('project_archived')
  })

  it('is declined by the person alone to whom it is offered, once, and who offered it is told', async () => {
    const { data } = await offerToStranger()
    const decline = (person: TestPerson) =>
      kit.ask(person, declineOffer, { params: { offerId: data.offer.id } })
    const colleague = await buildPerson(kit.db, cast.elsewhere, 'agency-admin')
    for (const person of [colleague, cast.admin, cast.creator])
      expect((await decline(person)).status).toBe(404)
    expect((await decline(cast.stranger)).status).toBe(200)
    expect((await decline(cast.stranger)).code).toBe('offer_ended')
    expect((await accept(cast.stranger, data.offer.id)).code).toBe('offer_ended')
    const [mail] = await readMails(kit, await emailOf(cast.admin))
    expect(mail?.subject).toMatch(/was not taken over$/)
    expect((await actions()).map(({ action }) => action)).toEqual([
      'project.offered',
      'project.offer_declined',
    ])
  })

  it('is neither shown nor mailed to somebody who wants nothing of the agency', async () => {
    const email = await emailOf(cast.stranger)
    const unwanted = { agency_id: cast.project.agencyId, email }
    await kit.db.insertInto('unwanted_agencies').values(unwanted).execute()
    expect((await offerTo(email)).status).toBe(200)
    expect(await offered(cast.stranger)).toEqual([])
    expect(await readMails(kit, email)).toEqual([])
  })
})
