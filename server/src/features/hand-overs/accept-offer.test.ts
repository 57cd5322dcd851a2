import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { acceptOffer, offerProject } from '#domain/agencies/hand-over-contract.ts'
import { localOf } from '#domain/kernel/time.ts'
import { deleteProject, getProject } from '#domain/projects/contract.ts'
import { listMissedPosts, publishMissedPost, resumeClient } from '#domain/publishing/pauses-contract.ts'
import { readMe } from '#server/features/accounts/me.ts'
import { countQuantities } from '#server/features/billing/quantities.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { sweep } from '#server/features/publishing/engine/worker.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { TestPerson } from '#testing/app.ts'
import { addLink } from '#testing/approvals/approval-links.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildPerson, buildProject, type TestProject } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import {
  onNetwork,
  openOne,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { makeHandOverRoutes } from './routes.ts'

const stub = stubConnectors()
let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage([
    ...publishingRoutes,
    ...projectRoutes,
    ...makeHandOverRoutes(() => stub.connectors),
  ])
})
afterAll(() => stage.close())
// A sweep takes up whatever waits, so that no test leaves anything for the next.
afterEach(async () => {
  for (const table of ['publication_follow_ups', 'publications', 'schedules', 'publishing_holds'] as const)
    await stage.db.deleteFrom(table).execute()
})

const HOUR = 3_600_000
const of = ({ projectId }: TestProject) => ({ projectId })

/** A client with its agency's admin and its own, and another agency with an admin. */
const build = async (project?: TestProject) => {
  const own = project ?? (await stage.connectedProject())
  const other = await buildProject(stage.db)
  return {
    project: own,
    admin: await buildPerson(stage.db, own, 'agency-admin'),
    creator: await buildPerson(stage.db, own, 'content-creator'),
    client: await buildPerson(stage.db, own, 'external-approver'),
    other,
    taker: await buildPerson(stage.db, other, 'agency-admin'),
  }
}
type Both = Awaited<ReturnType<typeof build>>

const emailOf = async ({ userId }: TestPerson) =>
  (await stage.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow())
    .email
const offer = async ({ project, admin, taker }: Both) => {
  const body = { email: await emailOf(taker) }
  return (await stage.ask(admin, offerProject, { params: of(project), body })).data.offer.id
}
const accept = ({ other, taker }: Both, offerId: number, agencyId = other.agencyId) =>
  stage.ask(taker, acceptOffer, { params: { agencyId, offerId } })
const handOver = async (both: Both) => {
  const { status } = await accept(both, await offer(both))
  expect(status).toBe(200)
}
const roleOf = async (person: TestPerson, { projectId }: TestProject) => {
  const me = await readMe(stage.db, { ...person, isSuperAdmin: false } as never, stage.services)
  return me.projects.find(({ id }) => id === projectId)?.role ?? null
}
const sentTimes = async (message: string) => (await onNetwork(stage, 'facebook', message)).length
const countSweeps = async (times = 3) => {
  for (let turn = 0; turn < times; turn++) await sweep(stage.publisher())
}
const makeDue = (scheduleId: number, ms: number) =>
  stage.db
    .updateTable('schedules')
    .set({ datetime: new Date(Date.now() + ms) })
    .where('id', '=', scheduleId)
    .execute()
const buildDue = async (project: TestProject, ms: number) => {
  const message = `Handed over ${project.projectId} in ${ms}`
  const socials = [{ network: 'facebook' as const, message }]
  const schedule = localOf(new Date(Date.now() + HOUR), project.timezone)
  const post = await buildPost(stage.db, project, { type: 'text', status: 'approved', schedule, socials })
  await makeDue(post.scheduleId ?? 0, ms)
  return { ...post, message, scheduleId: post.scheduleId ?? 0 }
}
const reconnect = ({ projectId }: TestProject) => {
  const { externalId, details, token } = stage.sandbox.accounts.facebook
  return stage.db.transaction().execute(tx =>
    connectAccount(tx, stage.services, {
      projectId,
      social_network: 'facebook',
      external_id: externalId,
      name: 'facebook',
      account_details: { ...details },
      logo_url: null,
      token: token.token,
      token_secret: token.secret,
    }),
  )
}
const log = ({ agencyId }: TestProject, action: 'project.handed_over' | 'project.taken_over') =>
  stage.db
    .selectFrom('audit_log')
    .select(['actor_id', 'address', 'new'])
    .where('agency_id', '=', agencyId)
    .where('action', '=', action)
    .execute()
const rows = (table: 'calendar_feeds' | 'approval_links' | 'report_links', { projectId }: TestProject) =>
  stage.db.selectFrom(table).select('project_id').where('project_id', '=', projectId).execute()

describe('A client that is taken over', () => {
  it('is the new agency’s from the answer on, with the client’s people; the former agency is out', async () => {
    const both = await build()
    const { project, admin, creator, client, taker, other } = both
    await buildPost(stage.db, project, { type: 'text', socials: [{ network: 'facebook' }] })
    await handOver(both)
    expect(await roleOf(taker, project)).toBe('agency-admin')
    expect(await roleOf(client, project)).toBe('external-approver')
    for (const person of [admin, creator]) {
      expect(await roleOf(person, project)).toBeNull()
      expect((await stage.ask(person, getProject, { params: of(project) })).status).toBe(404)
    }
    const { data } = await stage.ask(taker, getProject, { params: of(project) })
    expect(data.agency_id).toBe(other.agencyId)
    expect(await countQuantities(stage.db, project.agencyId)).toEqual({ users: 1, accounts: 0 })
    expect(await log(project, 'project.handed_over')).toMatchObject([
      { actor_id: taker.userId, address: null, new: { accounts: 4 } },
    ])
    expect(await log(other, 'project.taken_over')).toMatchObject([{ actor_id: taker.userId }])
  })

  it('has no secret address left that the former agency knows; the client’s own stay', async () => {
    const both = await build()
    const { project, admin, creator, client } = both
    const now = new Date()
    for (const [index, person] of [admin, creator, client].entries())
      await stage.db
        .insertInto('calendar_feeds')
        .values({
          project_id: project.projectId,
          user_id: person.userId,
          token_hash: Buffer.from(`feed ${project.projectId} ${index}`),
          created_at: now,
        })
        .execute()
    await addLink(stage.db, project, client.userId)
    await stage.db
      .updateTable('approval_links')
      .set({ created_by: admin.userId, is_for_mail: false })
      .where('project_id', '=', project.projectId)
      .execute()
    await addLink(stage.db, project, client.userId)
    await handOver(both)
    expect(await rows('calendar_feeds', project)).toHaveLength(1)
    expect(await rows('approval_links', project)).toHaveLength(1)
  })

  it('lets nobody wait for an admin of the former agency who was chosen to approve', async () => {
    const both = await build()
    const { project, admin, client } = both
    const chosen = [admin.userId, client.userId]
    await buildPost(stage.db, project, {
      type: 'text',
      socials: [
        {
          network: 'facebook',
          status: 'pending_external_approval',
          rounds: [{ type: 'external', status: 'open', chosen }],
        },
      ],
    })
    await handOver(both)
    const waits = await stage.db
      .selectFrom('approval_approvers as v')
      .innerJoin('approvals as a', 'a.id', 'v.approval_id')
      .select('v.user_id')
      .where('a.project_id', '=', project.projectId)
      .execute()
    expect(waits).toEqual([{ user_id: client.userId }])
  })

  it('keeps somebody who works for both agencies, with their role', async () => {
    const both = await build()
    const member = { agency_id: both.other.agencyId, user_id: both.creator.userId }
    await stage.db
      .insertInto('agency_members')
      .values({ ...member, role: 'content-creator' })
      .execute()
    await handOver(both)
    expect(await roleOf(both.creator, both.project)).toBe('content-creator')
  })

  it('loses what clients could never read, and keeps the rest of the conversation', async () => {
    const both = await build()
    const { project, creator } = both
    const { projectId } = project
    const socials = [{ network: 'facebook' as const, status: 'pending_external_approval' as const }]
    const { socialIds } = await buildPost(stage.db, project, { type: 'text', socials })
    const social = { post_social_id: socialIds[0] ?? 0, project_id: projectId }
    const at = { created_at: new Date(), updated_at: new Date() }
    const notes = await stage.db
      .insertInto('notes')
      .values(
        [false, true].map(is_for_client => ({
          ...social,
          ...at,
          is_for_client,
          created_by: creator.userId,
          message: is_for_client ? 'For everybody' : 'They never pay',
        })),
      )
      .returning('id')
      .execute()
    const mediaId = await buildMedia(stage.db, project, { source: 'conversation' })
    const picture = { note_id: notes[0]?.id ?? 0, project_id: projectId, media_id: mediaId, position: 0 }
    await stage.db.insertInto('note_attachments').values(picture).execute()
    const entry = { ...social, type: 'revision_requested', created_by: creator.userId } as const
    await stage.db
      .insertInto('approval_actions')
      .values([
        { ...entry, round: 'internal', message: 'Too dear for them' },
        { ...entry, round: 'external', message: 'Larger logo' },
      ])
      .execute()
    await stage.db
      .insertInto('events')
      .values({
        ...social,
        type: 'note.created',
        actor_id: creator.userId,
        detail: JSON.stringify({ note_id: notes[0]?.id }),
      })
      .execute()
    await stage.db
      .insertInto('project_archives')
      .values({ project_id: projectId, user_id: creator.userId, created_at: new Date() })
      .execute()
    await handOver(both)
    const left = await stage.db
      .selectFrom('notes')
      .select('message')
      .where('project_id', '=', projectId)
      .execute()
    expect(left).toEqual([{ message: 'For everybody' }])
    const said = await stage.db
      .selectFrom('approval_actions')
      .select(['round', 'message'])
      .where('project_id', '=', projectId)
      .where('message', 'is not', null)
      .execute()
    expect(said).toEqual([{ round: 'external', message: 'Larger logo' }])
    const media = await stage.db
      .selectFrom('medias')
      .select('deleted_at')
      .where('id', '=', mediaId)
      .executeTakeFirstOrThrow()
    expect(media.deleted_at).not.toBeNull()
    for (const table of ['project_archives', 'imports'] as const)
      expect(
        await stage.db.selectFrom(table).select('id').where('project_id', '=', projectId).execute(),
      ).toEqual([])
    const told = stage.db.selectFrom('events').select('id').where('project_id', '=', projectId)
    expect(await told.where('type', '=', 'note.created').execute()).toEqual([])
    const named = await stage.db
      .selectFrom('approval_approvers as v')
      .innerJoin('approvals as a', 'a.id', 'v.approval_id')
      .select('v.user_id')
      .where('a.project_id', '=', projectId)
      .where('a.type', '=', 'internal')
      .execute()
    expect(named).toEqual([])
  })
})

describe('What a client that is taken over had planned', () => {
  it('does not go out until the new agency resumes, which asks about what came due', async () => {
    const both = await build()
    const { project, taker } = both
    const { message, scheduleId, socialIds } = await buildDue(project, HOUR)
    await handOver(both)
    const me = await readMe(stage.db, { ...taker, isSuperAdmin: false } as never, stage.services)
    expect(me.pauses).toMatchObject([{ project_id: project.projectId, tells_clients: false, ends_at: null }])
    await reconnect(project)
    await makeDue(scheduleId, -60_000)
    await countSweeps()
    expect(await sentTimes(message)).toBe(0)
    const end = { params: of(project), body: { pause_id: me.pauses?.[0]?.id ?? 0 } }
    expect((await stage.ask(taker, resumeClient, end)).data).toEqual({ missed: 1 })
    const missed = await stage.ask(taker, listMissedPosts, { params: of(project) })
    const params = { ...of(project), publicationId: missed.data.posts[0]?.publication_id ?? 0 }
    expect((await stage.ask(taker, publishMissedPost, { params })).status).toBe(200)
    await stage.drive(stage.publisher())
    expect(await sentTimes(message)).toBe(1)
    expect((await readOutcome(stage, socialIds[0] ?? 0)).social.status).toBe('live')
  })

  it('does not go out after a pause of the former agency either, and its reason stays there', async () => {
    const both = await build()
    const { project, admin, taker } = both
    await stage.db
      .insertInto('publishing_holds')
      .values({
        scope: 'project',
        project_id: project.projectId,
        reason: 'paused',
        note: 'They do not pay',
        held_at: new Date(),
        held_by: admin.userId,
      })
      .execute()
    await handOver(both)
    const me = await readMe(stage.db, { ...taker, isSuperAdmin: false } as never, stage.services)
    expect(me.pauses).toHaveLength(1)
    expect(me.pauses?.[0]?.reason).toMatch(/^Taken over from/)
  })

  it.each(['sending', 'unknown'] as const)(
    'refuses while a post is %s, and then has changed nothing',
    async status => {
      const opened = await openOne(stage, 'facebook')
      const both = await build(opened.project)
      const set = { status, sending_at: new Date() }
      await stage.db.updateTable('publications').set(set).where('id', '=', opened.publicationId).execute()
      const offerId = await offer(both)
      expect(await accept(both, offerId)).toMatchObject({ status: 409, code: 'being_published' })
      expect(await roleOf(both.admin, both.project)).toBe('agency-admin')
      expect(await roleOf(both.creator, both.project)).toBe('content-creator')
      expect(await stage.db.selectFrom('publishing_holds').selectAll().execute()).toEqual([])
      await stage.db.deleteFrom('publications').execute()
      expect((await accept(both, offerId)).status).toBe(200)
    },
  )

  it('refuses while publishing is held after a restore', async () => {
    const both = await build()
    const offerId = await offer(both)
    await stage.db
      .insertInto('publishing_holds')
      .values({
        scope: 'agency',
        agency_id: both.project.agencyId,
        reason: 'older_database',
        held_at: new Date(),
      })
      .execute()
    expect((await accept(both, offerId)).code).toBe('being_published')
  })
})

describe('An offer', () => {
  it('is accepted once, by two at once as well', async () => {
    const both = await build()
    const offerId = await offer(both)
    const answers = await Promise.all([accept(both, offerId), accept(both, offerId)])
    expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([200, 'offer_ended'])
    expect(await log(both.other, 'project.taken_over')).toHaveLength(1)
  })

  it('is accepted or its project deleted, whichever comes first', async () => {
    const both = await build()
    const offerId = await offer(both)
    const [accepted, deleted] = await Promise.all([
      accept(both, offerId),
      stage.ask(both.admin, deleteProject, { params: of(both.project) }),
    ])
    const { agency_id, deleted_at } = await stage.db
      .selectFrom('projects')
      .select(['agency_id', 'deleted_at'])
      .where('id', '=', both.project.projectId)
      .executeTakeFirstOrThrow()
    // A call that was let in before the other committed finds what that left.
    if (accepted.status === 200) expect(agency_id).toBe(both.other.agencyId)
    else
      expect([accepted.code, agency_id, deleted.status]).toEqual(['offer_ended', both.project.agencyId, 200])
    if (deleted.status !== 200) expect(deleted_at).toBeNull()
  })

  it('is not accepted for the agency that made it, nor for one that its recipient does not administer', async () => {
    const both = await build()
    const offerId = await offer(both)
    const third = await buildProject(stage.db)
    expect((await accept(both, offerId, third.agencyId)).status).toBe(404)
    await stage.db
      .insertInto('agency_admins')
      .values({ agency_id: both.project.agencyId, user_id: both.taker.userId })
      .execute()
    expect((await accept(both, offerId, both.project.agencyId)).status).toBe(404)
    expect((await accept(both, offerId)).status).toBe(200)
  })
})
