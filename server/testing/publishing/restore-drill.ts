import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { openStatuses } from '#domain/publishing/status.ts'
import { makeHeartbeat } from '#server/features/publishing/engine/lost-time.ts'
import { openPublication, readAccountIds } from '#server/features/publishing/engine/open-publication.ts'
import type { Publisher } from '#server/features/publishing/engine/publisher.ts'
import { sweep } from '#server/features/publishing/engine/worker.ts'
import type { Db } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { nextNumber, type TestProject } from '../people.ts'
import { buildPost } from '../posts.ts'
import { takeBackup } from './backup.ts'
import { endWait, type PublishingStage } from './publishing.ts'

/**
 * What can be the matter with a post around a backup, and what happens to it between the backup and its restore:
 * `scheduled`, `words` and the two `twins` (with the same text) go out at their time; `immediate` is published by a person, and again by
 * one who sees it unpublished after the restore; `early` is published by a person before its time; `queued` and `unknown` are under way in
 * the backup; of `comment` only the first comment is missing; `missed` was due and did not go out; `later` is due after the restore.
 */
const fates = [
  'scheduled',
  'words',
  'first twin',
  'second twin',
  'immediate',
  'early',
  'queued',
  'unknown',
  'comment',
  'missed',
  'later',
] as const
export type Fate = (typeof fates)[number]

export type DrilledPost = {
  readonly fate: Fate
  readonly network: SocialNetwork
  readonly text: string
  readonly comment: string
  readonly socialId: number
  readonly scheduleId: number
}

/** What a drill works with. `posts`: of all fates on all networks. */
export type Drill = {
  readonly stage: PublishingStage
  readonly publisher: Publisher
  readonly project: TestProject
  readonly posts: readonly DrilledPost[]
}

const FAR = { date: '2031-01-01', time: '12:00' }
const takesText = (network: SocialNetwork) => networks[network].publishes.includes('text')

/** An approved post of each fate on each network, with its own photo and first comment; `words` is a text alone where there are such. */
export const prepareDrill = async (stage: PublishingStage): Promise<Drill> => {
  const project = await stage.connectedProject()
  const posts: DrilledPost[] = []
  for (const network of socialNetworks) {
    const twin = `Twins ${nextNumber()} (of today) #galley`
    for (const fate of fates) {
      const text = fate.endsWith('twin')
        ? twin
        : `${fate} ${nextNumber()}: 3 < 4 & "tea" #galley https://example.com/a?b=1`
      const comment = `First of ${fate} ${nextNumber()}`
      const isText = fate === 'words' && takesText(network)
      const media = isText ? [] : [await stage.photo(project)]
      const { socialIds, scheduleId } = await buildPost(stage.db, project, {
        status: 'approved',
        schedule: FAR,
        ...(isText ? { type: 'text' as const } : {}),
        socials: [{ network, message: text, media, first_comment: comment }],
      })
      posts.push({ fate, network, text, comment, socialId: socialIds[0] ?? 0, scheduleId: scheduleId ?? 0 })
    }
  }
  return { stage, publisher: stage.publisher(), project, posts }
}

export const of = ({ posts }: Drill, ...wanted: Fate[]): DrilledPost[] =>
  posts.filter(({ fate }) => wanted.includes(fate))

/** Their schedules come due; `agoMs`: when they should have gone out. */
export const comeDue = async ({ stage }: Drill, posts: readonly DrilledPost[], agoMs = 0): Promise<void> => {
  const datetime = new Date((await databaseNow(stage.db)).getTime() - agoMs)
  const ids = posts.map(({ scheduleId }) => scheduleId)
  await stage.db.updateTable('schedules').set({ datetime }).where('id', 'in', ids).execute()
}

/** A person publishes them now. */
export const publishNow = async ({ stage, project }: Drill, posts: readonly DrilledPost[]): Promise<void> => {
  const accounts = await readAccountIds(stage.db, project.projectId)
  for (const { socialId, network } of posts)
    await stage.db.transaction().execute(async tx => {
      const social = await tx
        .selectFrom('post_socials')
        .selectAll()
        .where('id', '=', socialId)
        .executeTakeFirstOrThrow()
      const now = await databaseNow(tx)
      await openPublication(tx, {
        social,
        now,
        dueAt: now,
        event: 'publishing_started',
        startedBy: null,
        digest: social.cleared_digest ?? '',
        accountId: accounts.get(network) ?? null,
      })
    })
}

/** Sweeps until nothing is under way any more but what is held. */
export const settle = async ({ stage, publisher }: Pick<Drill, 'stage' | 'publisher'>): Promise<void> => {
  for (let turn = 0; turn < 600; turn++) {
    await sweep(publisher)
    const open = await stage.db
      .selectFrom('publications')
      .leftJoin('publication_follow_ups as f', 'f.publication_id', 'publications.id')
      .select(['publications.id', 'publications.status'])
      .where(eb =>
        eb.or([
          eb.and([eb('status', 'in', openStatuses), eb('publications.held_at', 'is', null)]),
          eb.and([eb('f.comment', '=', 'pending'), eb('f.held_at', 'is', null)]),
        ]),
      )
      .execute()
    if (open.length === 0) return
    for (const { id } of open) await endWait(stage, id)
    await stage.db.updateTable('network_limits').set({ not_before: new Date() }).execute()
    const soon = new Date()
    await stage.db
      .updateTable('publication_follow_ups')
      .set({ run_at: soon })
      .where('comment', '=', 'pending')
      .where('held_at', 'is', null)
      .execute()
  }
  throw new Error('a drill that never ends')
}

/**
 * Everything up to the moment in which the backup is put back. @returns what `back` made of the database in the middle: by default a
 * function that puts it back; the process that published is gone
 */
export const publishAndLose = async <Backup = () => Promise<void>>(
  drill: Drill,
  back: (db: Db) => Promise<Backup> = takeBackup as never,
): Promise<Backup> => {
  const { stage, publisher } = drill
  await publishNow(drill, of(drill, 'comment'))
  const noComments = { ...publisher, networks: withoutComments(publisher) }
  await settle({ ...drill, publisher: noComments })
  await publishNow(drill, of(drill, 'unknown'))
  for (const network of socialNetworks) await stage.sandbox.fault({ network, fault: 'lost_answer', times: 1 })
  await untilUnknown(drill)
  await publishNow(drill, of(drill, 'queued'))
  await missFirstComments(stage)

  await makeHeartbeat(publisher).beat()
  const restore = await back(stage.db)

  await comeDue(drill, of(drill, 'scheduled', 'words', 'first twin'))
  await publishNow(drill, of(drill, 'immediate', 'early'))
  await settle(drill)
  // One after the other: the networks list the second twin first, and a look-up of the first one meets it.
  await comeDue(drill, of(drill, 'second twin'))
  await settle(drill)
  return restore
}

/**
 * As if the worker had been stopped between the posts and their first comments. The last step before the backup: whatever sweeps after it
 * adds them.
 */
const missFirstComments = ({ db }: PublishingStage) =>
  db
    .updateTable('publication_follow_ups')
    .set({
      comment: 'pending',
      comment_sent_at: null,
      comment_response: null,
      comment_attempts: 0,
      run_at: new Date(),
    })
    .execute()

/** The adapters, but comments are refused. */
const withoutComments = ({ networks: real }: Publisher): Publisher['networks'] =>
  Object.fromEntries(
    socialNetworks.map(name => [
      name,
      { ...real[name], addFirstComment: async () => ({ kind: 'not_added', response: 'Not yet.' }) as const },
    ]),
  ) as unknown as Publisher['networks']

const untilUnknown = async ({ stage, publisher, posts }: Drill): Promise<void> => {
  const ids = posts.filter(({ fate }) => fate === 'unknown').map(({ socialId }) => socialId)
  for (let turn = 0; turn < 200; turn++) {
    // A first look-up that is far away leaves the answer lost.
    await sweep({ ...publisher, timings: { ...publisher.timings, firstLookUpMs: 600_000 } })
    const rows = await stage.db
      .selectFrom('publications')
      .select(['id', 'status'])
      .where('post_social_id', 'in', ids)
      .execute()
    if (rows.length === ids.length && rows.every(({ status }) => status === 'unknown')) return
    for (const { id, status } of rows) if (status === 'queued') await endWait(stage, id)
  }
  throw new Error('answers that were never lost')
}

/** A new process starts on the restored database, so long after its last beat. */
export const startAfter = async (
  { stage, publisher }: Pick<Drill, 'stage' | 'publisher'>,
  gapMs: number,
): Promise<void> => {
  const beat_at = new Date((await databaseNow(stage.db)).getTime() - gapMs)
  await stage.db.updateTable('publishing_heartbeat').set({ beat_at }).execute()
  await makeHeartbeat(publisher).beat()
}

/** What is wrong on the networks, and between them and the product. `expected`: how often each post must be there. */
export const judgeDrill = async (
  { stage, posts }: Drill,
  expected: (post: DrilledPost) => number = () => 1,
): Promise<string[]> => {
  const found: string[] = []
  for (const network of socialNetworks) {
    const feed = await stage.sandbox.posts(network)
    for (const text of new Set(posts.filter(post => post.network === network).map(post => post.text))) {
      const own = posts.filter(post => post.network === network && post.text === text)
      const there = feed.filter(post => post.text === text)
      const wanted = own.reduce((sum, post) => sum + expected(post), 0)
      const name = `${network}, ${own.map(({ fate }) => fate).join(' and ')}`
      if (there.length > wanted)
        found.push(`${name}: ${there.length} times on the network instead of ${wanted}`)
      if (there.length < wanted) found.push(`${name}: lost`)
      const said = there.flatMap(post => post.comments.map(comment => comment.text)).sort()
      const wantedComments = own
        .filter(post => expected(post) > 0)
        .map(({ comment }) => comment)
        .sort()
      if (said.length > wantedComments.length) found.push(`${name}: a comment twice: ${said.join(', ')}`)
      if (said.length < wantedComments.length) found.push(`${name}: a comment lost`)
      found.push(
        ...(await judgeReported(
          stage,
          own.filter(post => expected(post) > 0),
          there.map(({ id }) => id),
          name,
        )),
      )
    }
  }
  return found
}

const judgeReported = async (
  { db }: PublishingStage,
  own: readonly DrilledPost[],
  ids: readonly string[],
  name: string,
): Promise<string[]> => {
  if (own.length === 0) return []
  const rows = await db
    .selectFrom('post_socials')
    .select(['status', 'failure_reason', 'external_id', 'first_comment_status'])
    .where(
      'id',
      'in',
      own.map(({ socialId }) => socialId),
    )
    .execute()
  const reported = rows.map(row => row.external_id)
  return [
    ...rows.flatMap(row =>
      row.status === 'live' ? [] : [`${name}: reported as ${row.status} ${row.failure_reason}`],
    ),
    ...rows.flatMap(row =>
      row.first_comment_status === 'added' ? [] : [`${name}: comment ${row.first_comment_status}`],
    ),
    ...(new Set(reported).size < rows.length || reported.some(id => id === null || !ids.includes(id))
      ? [`${name}: reported as another post`]
      : []),
  ]
}
