import { afterEach, beforeEach, expect, it } from 'vitest'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { readDigests } from '#server/features/posts/content.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { nextNumber } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { takeBackup } from '#testing/publishing/backup.ts'
import {
  endWait,
  onNetwork,
  type PublishingStage,
  readPublications,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { type Drill, settle, startAfter } from '#testing/publishing/restore-drill.ts'
import { judgeSeenPosts } from './engine/holds.ts'
import { sweep } from './engine/worker.ts'
import { countLookedUp, listHeldPosts, listHolds, releaseHolds, releaseOne } from './held-posts.ts'

let stage: PublishingStage
// Each test has networks of its own: what another one left there would be unknown.
beforeEach(async () => {
  stage = await startPublishingStage()
})
afterEach(() => stage.close())

const MINUTE = 60_000

/** A scheduled post on one network, in a project of its own, and what happens to it. */
const openScene = async (network: SocialNetwork) => {
  const project = await stage.connectedProject()
  const drill: Drill = { stage, publisher: stage.publisher(), project, posts: [] }
  const add = async (words: string) => {
    const message = `${words} ${nextNumber()} #galley`
    const isText = networks[network].publishes.includes('text')
    const { socialIds, scheduleId } = await buildPost(stage.db, project, {
      status: 'approved',
      schedule: { date: '2031-01-01', time: '12:00' },
      ...(isText ? { type: 'text' as const } : {}),
      socials: [{ network, message, media: isText ? [] : [await stage.photo(project)] }],
    })
    return { message, socialId: socialIds[0] ?? 0, scheduleId: scheduleId ?? 0 }
  }
  const comeDue = async ({ scheduleId }: { scheduleId: number }) => {
    const datetime = new Date((await databaseNow(stage.db)).getTime() - 1_000)
    await stage.db.updateTable('schedules').set({ datetime }).where('id', '=', scheduleId).execute()
  }
  const reword = async ({ socialId }: { socialId: number }, message: string) => {
    const ofSocial = () => stage.db.updateTable('post_socials').where('id', '=', socialId)
    await ofSocial().set({ message }).execute()
    const cleared_digest = (await readDigests(stage.db, [socialId])).get(socialId) ?? ''
    await ofSocial().set({ cleared_digest }).execute()
  }
  const { agencyId } = project
  return {
    drill,
    add,
    comeDue,
    reword,
    agencyId,
    held: async () => (await listHeldPosts(stage.db, { agencyId, limit: 50 })).posts,
    out: async (message: string) => (await onNetwork(stage, network, message)).length,
  }
}

it.each(socialNetworks)(
  'What was changed on %s after the backup is not sent in its old words without being asked for',
  async network => {
    const { drill, add, comeDue, reword, held, out, agencyId } = await openScene(network)
    const [post, next] = [await add('Old words'), await add('Next')]
    const restore = await takeBackup(stage.db)
    await reword(post, `New ${post.message}`)
    await comeDue(post)
    await settle(drill)
    expect(await out(`New ${post.message}`)).toBe(1)

    await restore()
    await comeDue(post)
    await startAfter(drill, 5 * MINUTE)
    await settle(drill)
    expect(await out(post.message)).toBe(0)
    expect((await held()).map(({ text }) => text)).toEqual([post.message])
    expect(await listHolds(stage.db, agencyId)).toMatchObject([
      { reason: 'unknown_posts', social_network: network, seen_posts: 1 },
    ])
    expect(await countLookedUp(stage.db, agencyId)).toBe(0)

    // Released singly, it goes out; what else existed then waits, until all is released.
    const [one] = await held()
    const now = await databaseNow(stage.db)
    const publicationId = one?.publication_id ?? 0
    await stage.db.transaction().execute(tx => releaseOne(tx, { agencyId, publicationId, now }))
    await settle(drill)
    expect(await out(post.message)).toBe(1)
    await comeDue(next)
    await settle(drill)
    expect(await out(next.message)).toBe(0)
    await stage.db.transaction().execute(tx => releaseHolds(tx, agencyId, { by: null, now }))
    await settle(drill)
    expect(await out(next.message)).toBe(1)
    expect(await held()).toEqual([])
  },
)

it('What people have released is not held again after a later pause, for the posts that were seen before', async () => {
  const { drill, add, comeDue, reword, held, out, agencyId } = await openScene('linkedin')
  const [post, later, last] = [await add('Old words'), await add('Later'), await add('Last')]
  const restore = await takeBackup(stage.db)
  await reword(post, `New ${post.message}`)
  await comeDue(post)
  await settle(drill)
  await restore()
  await comeDue(post)
  await startAfter(drill, 5 * MINUTE)
  await settle(drill)
  expect(await held()).toHaveLength(1)
  // Well after what was seen there: networks' times are whole seconds.
  const now = new Date((await databaseNow(stage.db)).getTime() + MINUTE)
  await stage.db.transaction().execute(tx => releaseHolds(tx, agencyId, { by: null, now }))
  await settle(drill)

  await comeDue(later)
  await startAfter(drill, 5 * MINUTE)
  await settle(drill)
  expect(await held()).toEqual([])
  expect(await out(later.message)).toBe(1)

  // What appears after the release, in time that is lost again, is asked about as ever.
  await stage.db
    .updateTable('publishing_holds')
    .set({ released_at: await databaseNow(stage.db) })
    .execute()
  const restoreLater = await takeBackup(stage.db)
  await reword(last, `New ${last.message}`)
  await comeDue(last)
  await settle(drill)
  await restoreLater()
  await comeDue(last)
  await startAfter(drill, 5 * MINUTE)
  await settle(drill)
  expect((await held()).map(({ text }) => text)).toEqual([last.message])
})

/** Its answer is lost, and nobody has looked it up. */
const untilUnknown = async (socialId: number): Promise<void> => {
  const publisher = stage.publisher()
  for (let turn = 0; turn < 200; turn++) {
    await sweep({ ...publisher, timings: { ...publisher.timings, firstLookUpMs: 600_000 } })
    const [own] = await readPublications(stage.db, socialId)
    if (own?.status === 'unknown') return
    if (own) await endWait(stage, own.id)
  }
  throw new Error('an answer that was never lost')
}

it.each(socialNetworks)('After a crash with posts under way on %s nobody is asked', async network => {
  const { drill, add, comeDue, held, out } = await openScene(network)
  const posts = [await add('Live'), await add('Lost answer'), await add('Due in the pause')] as const
  await comeDue(posts[0])
  await settle(drill)
  await stage.sandbox.fault({ network, fault: 'lost_answer', times: 1 })
  await comeDue(posts[1])
  await untilUnknown(posts[1].socialId)
  await comeDue(posts[2])
  await startAfter(drill, 20 * MINUTE)
  await settle(drill)
  expect(await held()).toEqual([])
  expect(await Promise.all(posts.map(({ message }) => out(message)))).toEqual([1, 1, 1])
})

it('A post whose own look-up ends during that of another one is accounted for', async () => {
  const { drill, add, comeDue } = await openScene('linkedin')
  const [early, late] = [await add('Live'), await add('Due in the pause')]
  await comeDue(early)
  await settle(drill)
  await comeDue(late)
  await startAfter(drill, 20 * MINUTE)
  await settle(drill)
  const [own] = await readPublications(stage.db, late.socialId)
  const [other] = await readPublications(stage.db, early.socialId)
  if (!own) throw new Error('it was not published')
  // As a look-up has it that had read which posts are known before the other one was.
  const seen = { externalId: other?.external_id ?? '', permalink: null }
  const ofNobody = { externalId: 'of-nobody', permalink: null }
  expect(await judgeSeenPosts(drill.publisher, own, [seen])).toBe('known')
  expect(await judgeSeenPosts(drill.publisher, own, [seen, ofNobody])).toBe('unknown')
})
