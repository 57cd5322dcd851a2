import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { openOne, type PublishingStage, startPublishingStage } from '#testing/publishing/publishing.ts'
import { claimPublication } from './claim.ts'
import { makePublisher } from './publisher.ts'

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage()
})
afterAll(() => stage.close())

it.each(['preparing', 'sending', 'unknown'] as const)(
  'What a slow worker has %s is taken over without waiting for it, or each would wait for the other',
  async status => {
    const { publicationId, socialId } = await openOne(stage, 'facebook')
    const past = new Date(Date.now() - 120_000)
    const times = { run_at: past, sending_at: status === 'preparing' ? null : past, lease_until: past }
    await stage.db
      .updateTable('publications')
      .set({ status, lease_token: 1, ...times })
      .where('id', '=', publicationId)
      .execute()
    // A statement that waits for a lock fails at once.
    const url = new URL(stage.url)
    url.searchParams.set('options', '-c lock_timeout=1')
    const { log } = stage.services
    const { db, close } = openDatabase({ url: url.href, max: 1, log })
    const publisher = makePublisher({ ...stage.services, db })
    const claimed = await stage.db.transaction().execute(async tx => {
      // The slow worker writes an outcome: the version is locked first, and the publication after it.
      await tx.selectFrom('post_socials').select('id').where('id', '=', socialId).forUpdate().execute()
      return claimPublication(publisher, publicationId)
    })
    await close()
    expect(claimed).toMatchObject({ id: publicationId, lease_token: 2 })
  },
)
