import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { localOf } from '#domain/kernel/time.ts'
import { MASTER_NETWORK } from '#domain/permissions/settings.ts'
import {
  archiveProject,
  bringBackProject,
  getArchivingPreview,
  listArchivedProjects,
} from '#domain/projects/archiving-contract.ts'
import { deleteProject } from '#domain/projects/contract.ts'
import {
  listMissedPosts,
  pauseClient,
  publishMissedPost,
  resumeClient,
} from '#domain/publishing/pauses-contract.ts'
import { readMe } from '#server/features/accounts/me.ts'
import { countQuantities } from '#server/features/billing/quantities.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { sweep } from '#server/features/publishing/engine/worker.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { TestPerson } from '#testing/app.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildPerson, setProject, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import {
  onNetwork,
  openOne,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { makeArchivedProjectRoutes } from './routes.ts'

const stub = stubConnectors()
let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage([
    ...publishingRoutes,
    ...projectRoutes,
    ...makeArchivedProjectRoutes(() => stub.connectors),
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
const admin = (project: TestProject) => buildPerson(stage.db, project, 'agency-admin')
const archive = (person: TestPerson, project: TestProject) =>
  stage.ask(person, archiveProject, { params: of(project) })
const bringBack = (person: TestPerson, project: TestProject) =>
  stage.ask(person, bringBackProject, { params: of(project) })
const missed = async (person: TestPerson, project: TestProject) =>
  (await stage.ask(person, listMissedPosts, { params: of(project) })).data
const sentTimes = async (message: string) => (await onNetwork(stage, 'facebook', message)).length
const statusOf = async (socialId: number) => (await readOutcome(stage, socialId)).social.status
const meOf = (person: TestPerson) =>
  readMe(stage.db, { ...person, isSuperAdmin: false } as never, stage.services)
const countSweeps = async (times = 3) => {
  for (let turn = 0; turn < times; turn++) await sweep(stage.publisher())
}
const accountsOf = ({ projectId }: TestProject) =>
  stage.db
    .selectFrom('social_accounts')
    .select(['id', 'social_network', 'removed_at', 'sealed_token'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()

/** A cleared post of the project, due in so many milliseconds. */
const buildDue = async (project: TestProject, ms: number) => {
  const message = `Due of ${project.projectId} in ${ms}`
  const socials = [{ network: 'facebook' as const, message }]
  const schedule = localOf(new Date(Date.now() + HOUR), project.timezone)
  const post = await buildPost(stage.db, project, { type: 'text', status: 'approved', schedule, socials })
  await makeDue(post.scheduleId ?? 0, ms)
  return { ...post, message, socialId: post.socialIds[0] ?? 0 }
}
const makeDue = (scheduleId: number, ms: number) =>
  stage.db
    .updateTable('schedules')
    .set({ datetime: new Date(Date.now() + ms) })
    .where('id', '=', scheduleId)
    .execute()

/** Connects the account of the sandbox again that the project had. */
const reconnect = (project: TestProject) => {
  const { externalId, details, token } = stage.sandbox.accounts.facebook
  return stage.db.transaction().execute(tx =>
    connectAccount(tx, stage.services, {
      projectId: project.projectId,
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

describe('Archiving a client', () => {
  it('says before and after how many posts it stops, and disconnects the accounts', async () => {
    const project = await stage.connectedProject()
    const person = await admin(project)
    await buildDue(project, 2 * HOUR)
    await buildDue(project, 3 * HOUR)
    // A draft would not go out in any case, whatever time it has.
    await buildPost(stage.db, project, {
      type: 'text',
      socials: [{ network: 'facebook', status: 'draft' }],
      schedule: { date: '2090-06-20', time: '12:00' },
    })
    const preview = await stage.ask(person, getArchivingPreview, { params: of(project) })
    expect(preview.data).toMatchObject({ scheduled_posts: 2, waiting_posts: 0 })
    expect(preview.data.accounts).toHaveLength(4)
    expect((await archive(person, project)).data).toEqual({ scheduled_posts: 2, accounts: 4 })
    for (const account of await accountsOf(project)) {
      expect(account.removed_at).not.toBeNull()
      expect(account.sealed_token).toBeNull()
    }
    const log = await stage.db
      .selectFrom('audit_log')
      .select(['action', 'subject', 'actor_id', 'new'])
      .where('project_id', '=', project.projectId)
      .where('action', '=', 'project.archived')
      .execute()
    expect(log).toMatchObject([{ actor_id: person.userId, new: { posts: 2, accounts: 4 } }])
  })

  it('takes up nothing that comes due, and leaves the posts as they were', async () => {
    const project = await stage.connectedProject()
    const person = await admin(project)
    const { message, scheduleId, socialId } = await buildDue(project, HOUR)
    await archive(person, project)
    await makeDue(scheduleId ?? 0, -60_000)
    await countSweeps()
    expect(await sentTimes(message)).toBe(0)
    expect(await statusOf(socialId)).toBe('approved')
  })

  it('puts aside what was queued, and sends none of it', async () => {
    const { project, message, publicationId } = await openOne(stage, 'facebook')
    const person = await admin(project)
    expect((await archive(person, project)).data.scheduled_posts).toBe(1)
    await countSweeps()
    expect(await sentTimes(message)).toBe(0)
    const row = await stage.db
      .selectFrom('publications')
      .select(['status', 'held_at'])
      .where('id', '=', publicationId)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('queued')
    expect(row.held_at).not.toBeNull()
  })

  it.each(['sending', 'unknown'] as const)(
    'is refused while a post is %s, and then has changed nothing',
    async status => {
      const { project, publicationId } = await openOne(stage, 'facebook')
      const person = await admin(project)
      const set = { status, sending_at: new Date() }
      await stage.db.updateTable('publications').set(set).where('id', '=', publicationId).execute()
      expect(await archive(person, project)).toMatchObject({ status: 409, code: 'being_published' })
      expect((await accountsOf(project)).every(({ removed_at }) => removed_at === null)).toBe(true)
      expect((await meOf(person)).archived_projects).toBeUndefined()
      expect(await stage.db.selectFrom('publishing_holds').selectAll().execute()).toEqual([])
    },
  )

  it('is done by one of two admins at once, and undone by one', async () => {
    const project = await stage.connectedProject()
    const people = [await admin(project), await admin(project)] as const
    const both = await Promise.all(people.map(person => archive(person, project)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.message).toMatch(/^This client is archived/)
    const back = await Promise.all(people.map(person => bringBack(person, project)))
    expect(back.map(({ status, code }) => code ?? status).sort()).toEqual([200, 'not_archived'])
  })

  it('ends what its people and accounts cost, but for people who are in another client', async () => {
    const project = await stage.connectedProject()
    const person = await admin(project)
    await buildPerson(stage.db, project, 'content-creator')
    expect(await countQuantities(stage.db, project.agencyId)).toEqual({ users: 2, accounts: 4 })
    await archive(person, project)
    expect(await countQuantities(stage.db, project.agencyId)).toEqual({ users: 1, accounts: 0 })
    await bringBack(person, project)
    expect(await countQuantities(stage.db, project.agencyId)).toEqual({ users: 2, accounts: 0 })
  })

  it('lists it for its people alone, with who archived it and what came due', async () => {
    const project = await stage.connectedProject()
    const person = await admin(project)
    const client = await buildPerson(stage.db, project, 'external-approver')
    const stranger = await admin(await stage.connectedProject())
    const { scheduleId } = await buildDue(project, HOUR)
    await buildDue(project, 3 * HOUR)
    await archive(person, project)
    await makeDue(scheduleId ?? 0, -60_000)
    const listed = async (who: TestPerson) => (await stage.ask(who, listArchivedProjects)).data.projects
    const id = project.projectId
    expect(await listed(person)).toMatchObject([
      { id, archived_by: person.name, missed_posts: 1, scheduled_posts: 1 },
    ])
    expect(await listed(client)).toMatchObject([
      { id, archived_by: null, missed_posts: null, scheduled_posts: null },
    ])
    expect(await listed(stranger)).toEqual([])
  })
})

it('A client that is archived can be deleted, also with what was queued', async () => {
  const { project } = await openOne(stage, 'facebook')
  const person = await admin(project)
  await archive(person, project)
  await countSweeps(1)
  expect((await stage.ask(person, deleteProject, { params: of(project) })).status).toBe(200)
  expect((await stage.ask(person, listArchivedProjects)).data.projects).toEqual([])
})

describe('A client that is brought back', () => {
  it('asks about what came due, and sends none of it by itself, however late', async () => {
    const project = await stage.connectedProject()
    const person = await admin(project)
    const { message, scheduleId, socialId, postId } = await buildDue(project, HOUR)
    await archive(person, project)
    await makeDue(scheduleId ?? 0, -5 * HOUR)
    expect((await bringBack(person, project)).data).toEqual({ missed_posts: 1, scheduled_posts: 0 })
    await countSweeps()
    expect(await sentTimes(message)).toBe(0)
    expect(await statusOf(socialId)).toBe('on_publishing')
    expect(await missed(person, project)).toMatchObject({ count: 1, posts: [{ post_id: postId }] })
    expect((await meOf(person)).missed_posts).toEqual([{ project_id: project.projectId, count: 1 }])
  })

  it('publishes a missed post on the account that was connected again', async () => {
    const project = await stage.connectedProject()
    const person = await admin(project)
    const { message, scheduleId, socialId } = await buildDue(project, HOUR)
    const [before] = await accountsOf(project)
    await archive(person, project)
    await makeDue(scheduleId ?? 0, -5 * HOUR)
    await bringBack(person, project)
    await countSweeps(1)
    expect(await reconnect(project)).toBe(before?.id)
    const [post] = (await missed(person, project)).posts
    const params = { ...of(project), publicationId: post?.publication_id ?? 0 }
    expect((await stage.ask(person, publishMissedPost, { params })).status).toBe(200)
    await stage.drive(stage.publisher())
    expect(await sentTimes(message)).toBe(1)
    expect(await statusOf(socialId)).toBe('live')
  })

  it('sends at its time what is still to come', async () => {
    const project = await stage.connectedProject()
    const person = await admin(project)
    const { message, scheduleId } = await buildDue(project, HOUR)
    await archive(person, project)
    expect((await bringBack(person, project)).data).toEqual({ missed_posts: 0, scheduled_posts: 1 })
    await reconnect(project)
    await countSweeps(1)
    expect(await sentTimes(message)).toBe(0)
    await makeDue(scheduleId ?? 0, -1)
    await stage.drive(stage.publisher())
    expect(await sentTimes(message)).toBe(1)
  })

  it('is still paused if it was, and keeps its main network', async () => {
    const project = await stage.connectedProject()
    const person = await admin(project)
    await setProject(stage.db, project.projectId, MASTER_NETWORK, 'facebook')
    const { message, scheduleId } = await buildDue(project, HOUR)
    const body = { reason: 'A recall', ends_at: null, tells_clients: false }
    const { data } = await stage.ask(person, pauseClient, { params: of(project), body })
    expect((await archive(person, project)).status).toBe(200)
    expect((await meOf(person)).pauses).toBeUndefined()
    await bringBack(person, project)
    expect((await meOf(person)).pauses).toMatchObject([{ id: data.pause_id }])
    await makeDue(scheduleId ?? 0, -1)
    await countSweeps()
    expect(await sentTimes(message)).toBe(0)
    const end = { params: of(project), body: { pause_id: data.pause_id } }
    expect((await stage.ask(person, resumeClient, end)).data).toEqual({ missed: 1 })
    const setting = await stage.db
      .selectFrom('project_settings')
      .select('value')
      .where('project_id', '=', project.projectId)
      .where('name', '=', MASTER_NETWORK)
      .executeTakeFirst()
    expect(setting?.value).toBe('facebook')
  })

  it('connects no account while it is archived', async () => {
    const project = await stage.connectedProject()
    await archive(await admin(project), project)
    await expect(reconnect(project)).rejects.toThrow(/archived/)
  })
})
