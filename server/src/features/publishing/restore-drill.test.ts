import { appendFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type PublishingStage, startPublishingStage } from '#testing/publishing/publishing.ts'
import {
  comeDue,
  type DrilledPost,
  judgeDrill,
  of,
  prepareDrill,
  publishAndLose,
  publishNow,
  settle,
  startAfter,
} from '#testing/publishing/restore-drill.ts'
import { listHeldPosts, releaseHolds, releaseOne } from './held-posts.ts'

// A backup is put back after what it knows as unsent has gone out. Whatever the product believes, the networks' feeds tell
// (docs/guides/backups.md "After a restore"). `npm run restore-drill` runs this file.

const MINUTE = 60_000
let stage: PublishingStage
beforeEach(async () => {
  stage = await startPublishingStage()
})
afterEach(() => stage.close())

/** With the mutants, the report tells whether the drill sees them. */
const { DRILL_REPORT } = process.env
const expectNone = (violations: readonly string[]): void => {
  if (DRILL_REPORT) appendFileSync(DRILL_REPORT, violations.map(line => `${line}\n`).join(''))
  expect(violations).toEqual([])
}

it('Nothing is twice on a network, and what it does not show is asked for, after a backup of some minutes ago was put back', async () => {
  const drill = await prepareDrill(stage)
  const { agencyId } = drill.project
  const restore = await publishAndLose(drill)
  await restore()
  await comeDue(drill, of(drill, 'scheduled', 'words', 'first twin', 'missed'), MINUTE)
  await startAfter(drill, 5 * MINUTE)
  await publishNow(drill, of(drill, 'immediate'))
  await settle(drill)
  await comeDue(drill, of(drill, 'second twin', 'early', 'later'))
  await settle(drill)
  // Posts that the database does not know tell that it is an older one, so that what is not there may have been changed or stopped.
  const isOut = ({ fate }: DrilledPost) => fate !== 'missed' && fate !== 'later'
  expectNone(await judgeDrill(drill, post => (isOut(post) ? 1 : 0)))
  const { count } = await listHeldPosts(stage.db, { agencyId, limit: 50 })
  expect(count).toBe(of(drill, 'missed', 'later').length)
  await stage.db.transaction().execute(tx => releaseHolds(tx, agencyId, { by: null, now: new Date() }))
  await settle(drill)
  expectNone(await judgeDrill(drill))
})

it('After a pause of more than an hour, what is live is found, and what is not waits for a release, singly and all', async () => {
  const drill = await prepareDrill(stage)
  const { projectId, agencyId } = drill.project
  const restore = await publishAndLose(drill)
  await restore()
  await comeDue(drill, of(drill, 'scheduled', 'words', 'first twin', 'second twin', 'missed'), 90 * MINUTE)
  await startAfter(drill, 120 * MINUTE)
  await publishNow(drill, of(drill, 'immediate'))
  await settle(drill)
  await comeDue(drill, of(drill, 'early', 'later'))
  await settle(drill)
  const isOut = new Set(drill.posts.filter(({ fate }) => fate !== 'missed' && fate !== 'later'))
  expectNone(await judgeDrill(drill, post => (isOut.has(post) ? 1 : 0)))
  const { posts, count } = await listHeldPosts(stage.db, { agencyId, limit: 50 })
  expect({ kinds: new Set(posts.map(({ kind }) => kind)), count }).toEqual({
    kinds: new Set(['post']),
    count: of(drill, 'missed', 'later').length,
  })
  expect(posts.every(post => post.project_id === projectId)).toBe(true)

  const [first] = posts
  const now = new Date()
  const publicationId = first?.publication_id ?? 0
  await stage.db.transaction().execute(tx => releaseOne(tx, { agencyId, publicationId, now }))
  await settle(drill)
  const released = drill.posts.find(post => post.text === first?.text)
  expect(released).toBeDefined()
  expectNone(await judgeDrill(drill, post => (isOut.has(post) || post === released ? 1 : 0)))

  await stage.db.transaction().execute(tx => releaseHolds(tx, agencyId, { by: null, now }))
  await settle(drill)
  expectNone(await judgeDrill(drill))
})
