import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { addDays } from '#domain/kernel/days.ts'
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
import { findSystemScope } from '#server/platform/session/scope.ts'
import { useTestApp } from '#testing/app.ts'
import { buildPublished } from '#testing/figures.ts'
import { buildProject, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { gatherInsights } from './gather-insights.ts'
import { gatherPostFigures } from './gather-post-figures.ts'
import { gatherStories } from './gather-stories.ts'
import { addNewAccounts, makeGatherer } from './gatherer.ts'
import { listPoints } from './points.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let sandbox: TestSandbox
let files: Awaited<ReturnType<typeof startFileServer>>
let goOn: () => void
let project: TestProject
let story: { id: number; externalId: string; at: Date }
/** The networks' clock, which stands still between the steps. */
let time: number

const kit = useTestApp({ routes: [] })
beforeAll(async () => {
  files = await startFileServer()
})
afterAll(async () => {
  await files.close()
})
beforeEach(async () => {
  sandbox = await startTestSandbox()
  goOn = sandbox.holdTime()
  time = Date.now()
  project = await buildProject(kit.db, { connected: [] })
  await kit.db.deleteFrom('figure_turns').execute()
  // Accounts of earlier tests rest.
  await kit.db
    .updateTable('social_accounts')
    .set({ removed_at: new Date(time) })
    .execute()
  const account = sandbox.accounts.instagram
  await inTransaction(kit.db, tx =>
    connectAccount(tx, kit.services, {
      projectId: project.projectId,
      social_network: 'instagram',
      external_id: account.externalId,
      name: 'Harbor',
      account_details: account.details,
      logo_url: null,
      token: account.token.token,
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
const publishAnywhere = async () => {
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
  return { externalId: sent.externalId, at: new Date(time) }
}
const publishStory = async () => {
  const { externalId, at } = await publishAnywhere()
  const post = await buildPost(kit.db, project, { socials: [{ network: 'instagram' }] })
  const id = post.socialIds[0] ?? 0
  await buildPublished(kit.db, project, id, { at })
  await kit.db
    .updateTable('post_socials')
    .set({ external_id: externalId, type: 'photo_story' })
    .where('id', '=', id)
    .execute()
  return { id, externalId, at }
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

describe('The stories of an account', () => {
  const gatherThem = async (own = readers()) => {
    const gatherer = makeGatherer(kit.services, own)
    await addNewAccounts(gatherer)
    await gatherStories(gatherer)
  }
  const throughDays = async (hours: number, step = 5 * MINUTE) => {
    for (const end = time + hours * HOUR; time < end; ) {
      pass(step)
      await gatherThem()
    }
  }
  const daysOf = async (metric: string) => {
    const scope = await findSystemScope(kit.db, project.projectId)
    if (!scope) throw new Error('no project')
    const from = pacificDay(story.at)
    const points = await listPoints(kit.db, scope, {
      network: 'instagram',
      metrics: [metric],
      from,
      to: addDays(from, 7),
    })
    return new Map(points.map(({ day, value }) => [day, value]))
  }
  const reachOf = async ({ externalId }: { externalId: string }) => {
    const read = await readers().instagram.readPostFigures(sandbox.accounts.instagram, [externalId])
    return (read.kind === 'read' && read.value[0]?.reach) || 0
  }
  /** When the account is read next, in hours from now. */
  const dueIn = async () => {
    const row = await kit.db
      .selectFrom('metric_accounts')
      .select('stories_due_at')
      .where('project_id', '=', project.projectId)
      .executeTakeFirstOrThrow()
    return ((row.stories_due_at?.getTime() ?? 0) - time) / HOUR
  }

  it('count for their day with what each had at its end, also those published elsewhere', async () => {
    const highest = new Map<string, number>()
    const live = [story]
    for (let hour = 0; hour < 72; hour += 1) {
      await throughDays(1, 15 * MINUTE)
      if (hour === 5 || hour === 21) live.push({ id: 0, ...(await publishAnywhere()) })
      for (const one of live)
        highest.set(one.externalId, Math.max(highest.get(one.externalId) ?? 0, await reachOf(one)))
    }
    const expected = new Map<string, number>()
    for (const { at, externalId } of live) {
      const day = pacificDay(at)
      expected.set(day, (expected.get(day) ?? 0) + (highest.get(externalId) ?? 0))
    }
    const found = await daysOf('story_reach')
    expect([...found.keys()].toSorted()).toEqual([...expected.keys()].toSorted())
    // Their last hour brings hardly anybody.
    for (const [day, reach] of expected) expect((found.get(day) ?? 0) / reach).toBeCloseTo(1, 1)
    expect((await daysOf('story_engagement')).size).toBe(found.size)
  })

  it('are read every hour and just before the first of them ends', async () => {
    await gatherThem()
    expect(await dueIn()).toBe(1)
    await throughDays(23)
    expect(await dueIn()).toBeCloseTo(0.75, 1)
    await throughDays(1)
    expect(await dueIn()).toBeGreaterThan(0.5)
  })

  it('lose nothing to a reading that comes late, fails or is repeated by a worker that took over', async () => {
    await throughDays(12, HOUR)
    const before = await daysOf('story_reach')
    await sandbox.fault({ network: 'instagram', fault: 'figures_limited', times: null })
    await throughDays(1)
    await sandbox.clearFaults()
    expect(await daysOf('story_reach')).toEqual(before)
    pass(24 * HOUR)
    await gatherThem()
    const stale = { externalId: story.externalId, publishedAt: story.at, reach: 1, engagement: null }
    const late = {
      ...readers().instagram,
      readStories: async () => ({ kind: 'read' as const, value: [stale] }),
    }
    pass(2 * HOUR)
    await Promise.all([1, 2].map(() => gatherThem({ ...readers(), instagram: late })))
    expect(await daysOf('story_reach')).toEqual(before)
  })

  it('keep their sums when the daily reading finds only a part of them', async () => {
    await throughDays(12, HOUR)
    const before = await daysOf('story_reach')
    const part = {
      ...readers().instagram,
      readInsights: async () => ({
        kind: 'read' as const,
        value: {
          series: [{ metric: 'story_reach', values: [{ date: pacificDay(story.at), value: 1 }] }],
          refused: [],
        },
      }),
    }
    await gatherInsights(makeGatherer(kit.services, { ...readers(), instagram: part }))
    expect(await daysOf('story_reach')).toEqual(before)
  })
})
