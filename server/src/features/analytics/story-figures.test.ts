import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import { createReaders } from '#server/networks/adapters.ts'
import { instagram } from '#server/networks/instagram/instagram.ts'
import {
  createPicture,
  startFileServer,
  startTestSandbox,
  type TestSandbox,
  testPhoto,
  testTask,
} from '#server/networks/testing.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildPublished } from '#testing/figures.ts'
import { buildProject, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { gatherPostFigures } from './gather-post-figures.ts'
import { makeGatherer } from './gatherer.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let kit: TestApp
let sandbox: TestSandbox
let files: Awaited<ReturnType<typeof startFileServer>>
let goOn: () => void
let project: TestProject
let story: { id: number; externalId: string; at: Date }
/** The networks' clock, which stands still between the steps. */
let time: number

beforeAll(async () => {
  kit = await startTestApp({ routes: [] })
  files = await startFileServer()
})
afterAll(async () => {
  await files.close()
  await kit.close()
})
beforeEach(async () => {
  sandbox = await startTestSandbox()
  goOn = sandbox.holdTime()
  time = Date.now()
  project = await buildProject(kit.db, { connected: [] })
  await kit.db.deleteFrom('figure_turns').execute()
  const account = sandbox.accounts.instagram
  await inTransaction(kit.db, tx =>
    connectAccount(tx, kit.services, {
      ...{ projectId: project.projectId, social_network: 'instagram', external_id: account.externalId },
      ...{ name: 'Harbor', account_details: account.details, logo_url: null, token: account.token.token },
    }),
  )
  story = await publishStory()
  return async () => {
    goOn()
    await sandbox.close()
  }
})

const pass = (ms: number) => {
  sandbox.passTime(ms)
  time += ms
  kit.clock.set(new Date(time))
}
const publishStory = async () => {
  const network = instagram(sandbox.settings)
  const photo = testPhoto(
    files,
    await createPicture({ format: 'jpeg', width: 1080, height: 1920 }),
    'image/jpeg',
  )
  const task = testTask(sandbox.accounts.instagram, { type: 'photo_story', media: [photo] })
  for (let turn = 0; turn < 20 && (await network.prepare(task)).kind !== 'ready'; turn += 1) pass(1_000)
  const sent = await network.send(task)
  if (sent.kind !== 'published') throw new Error(JSON.stringify(sent))
  pass(0)
  const post = await buildPost(kit.db, project, { socials: [{ network: 'instagram' }] })
  const id = post.socialIds[0] ?? 0
  await buildPublished(kit.db, project, id, { at: new Date(time) })
  await kit.db
    .updateTable('post_socials')
    .set({ external_id: sent.externalId, type: 'photo_story' })
    .where('id', '=', id)
    .execute()
  return { id, externalId: sent.externalId, at: new Date(time) }
}
const readers = () => createReaders(sandbox.settings)
const gather = () => gatherPostFigures(makeGatherer(kit.services, readers()))
/** The job as it runs every five minutes, until the story is that old. */
const gatherUntil = async (hours: number) => {
  while (time + 5 * MINUTE <= story.at.getTime() + hours * HOUR) {
    pass(5 * MINUTE)
    await gather()
  }
}
const readings = async () => {
  const rows = await kit.db
    .selectFrom('post_figures')
    .select(['read_at', 'reach', 'impressions'])
    .where('post_social_id', '=', story.id)
    .orderBy('read_at')
    .execute()
  return rows.map(row => ({ ...row, age: (row.read_at.getTime() - story.at.getTime()) / HOUR }))
}

describe('The figures of a story', () => {
  it('are gathered every hour and just before they end, and stay afterwards', async () => {
    await gatherUntil(23.9)
    const [latest] = (await readings()).slice(-1)
    const direct = await readers().instagram.readPostFigures(sandbox.accounts.instagram, [story.externalId])
    await gatherUntil(60)
    const all = await readings()
    expect(all.map(({ age }) => age)).toEqual([...Array.from({ length: 23 }, (_, hour) => hour + 1), 23.75])
    expect(all.at(-1)).toEqual(latest)
    expect(latest?.reach).toBeGreaterThan(0)
    if (direct.kind !== 'read') throw new Error(direct.response)
    // Nine minutes later hardly anybody has come.
    expect(latest?.reach).toBeGreaterThan((direct.value[0]?.reach ?? 0) * 0.98)
    expect(
      all.every(({ reach }, index) => index === 0 || Number(reach) >= Number(all[index - 1]?.reach)),
    ).toBe(true)
  })

  it('are tried again within minutes while the network is down before the end', async () => {
    await gatherUntil(23.7)
    await sandbox.fault({ network: 'instagram', fault: 'figures_limited', times: null })
    await gatherUntil(23.85)
    await sandbox.clearFaults()
    await gatherUntil(25)
    expect((await readings()).at(-1)?.age).toBeCloseTo(23.92, 1)
  })

  it('are not asked for once they have ended, and nothing empty hides what was read', async () => {
    await gatherUntil(2)
    pass(30 * HOUR)
    await gather()
    pass(HOUR)
    await gather()
    const all = await readings()
    expect(all.map(({ age }) => age)).toEqual([1, 2])
    await kit.db
      .updateTable('post_socials')
      .set({ published_at: new Date(time - HOUR) })
      .where('id', '=', story.id)
      .execute()
    await kit.db
      .updateTable('figure_turns')
      .set({ due_at: new Date(time) })
      .execute()
    await gather()
    expect(await readings()).toEqual(all.map(one => ({ ...one })))
  })
})
