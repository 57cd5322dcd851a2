import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { createEmptyDatabase } from '#server/platform/db/testing.ts'
import { makeLog } from '#server/platform/log.ts'
import { type BackupPlace, openPlace } from '#testing/backups.ts'
import { type PublishingStage, startPublishingStage } from '#testing/publishing/publishing.ts'
import {
  comeDue,
  type Drill,
  judgeDrill,
  of,
  prepareDrill,
  publishAndLose,
  settle,
} from '#testing/publishing/restore-drill.ts'
import { makeHeartbeat } from '../publishing/engine/lost-time.ts'
import { makePublisher } from '../publishing/engine/publisher.ts'
import { listHeldPosts, releaseHolds } from '../publishing/held-posts.ts'
import type { Installation } from './back-up.ts'

// The drill of publishing/restore-drill.test.ts with the commands' own backup, restored at once into another database of the same server:
// neither the clock nor the server tells that it is a copy (decision 107).

let stage: PublishingStage
let place: BackupPlace
let closeAll: (() => Promise<void>)[]
beforeEach(async () => {
  closeAll = []
  stage = await startPublishingStage()
  place = await openPlace()
  closeAll.push(place.remove, stage.close)
})
afterEach(async () => {
  for (const close of closeAll) await close()
})

/** The same drill on the restored database; the networks are the same. */
const restored = async (drill: Drill, installation: Installation): Promise<Drill> => {
  const database = await createEmptyDatabase()
  await place.restore({ ...installation, url: database.url })
  const { db, close } = openDatabase({ url: database.url, max: 4, log: makeLog('silent') })
  closeAll.unshift(close, database.drop)
  const services = { ...stage.services, db }
  const { timings } = drill.publisher
  const publisher = makePublisher(services, { timings })
  return { ...drill, publisher, stage: { ...stage, db, services } }
}

it('Nothing is twice on a network after a restore, what is live is found, and what is not waits for a release', async () => {
  const drill = await prepareDrill(stage)
  const installation = { config: stage.services.config, url: stage.url, storage: stage.storage }
  await sql`drop table test_jobs`.execute(stage.db)
  await publishAndLose(drill, () => place.backUp(installation))
  const after = await restored(drill, installation)
  await makeHeartbeat(after.publisher).beat()
  await settle(after)
  await comeDue(
    after,
    of(after, 'scheduled', 'words', 'first twin', 'second twin', 'early', 'immediate', 'missed', 'later'),
  )
  await settle(after)
  const isOut = (fate: string) => fate !== 'missed' && fate !== 'later'
  expect(await judgeDrill(after, ({ fate }) => (isOut(fate) ? 1 : 0))).toEqual([])

  const { agencyId } = drill.project
  expect(await listHeldPosts(after.stage.db, { agencyId, limit: 50 })).toMatchObject({
    count: of(after, 'missed', 'later').length,
  })
  const now = new Date()
  await after.stage.db.transaction().execute(tx => releaseHolds(tx, agencyId, { by: null, now }))
  await settle(after)
  expect(await judgeDrill(after)).toEqual([])
})
