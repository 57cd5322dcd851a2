import { expect, it } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { buildProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { countReading, isBudgetUsed, listClientCosts, totalOf } from './paid-readings.ts'

const kit = useTestApp({ routes: [] })
const now = new Date('2026-11-20T12:00:00Z')

const liveTweet = async (project: Awaited<ReturnType<typeof buildProject>>, message: string) => {
  const { socialIds } = await buildPost(kit.db, project, { socials: [{ network: 'twitter', message }] })
  await kit.db
    .updateTable('post_socials')
    .set({ status: 'live', external_id: message, published_at: now })
    .where('id', '=', socialIds[0] ?? 0)
    .execute()
}

it('A client’s month costs what was read and what went out, and a network without prices nothing', async () => {
  const project = await buildProject(kit.db)
  const count = (network: 'twitter' | 'facebook', at = now) =>
    countReading(kit.db, {
      projectId: project.projectId,
      network,
      charged: network === 'twitter' ? { posts: 10, users: 1 } : undefined,
      now: at,
    })
  await count('twitter')
  await count('twitter')
  await count('facebook')
  await count('twitter', new Date('2026-10-31T23:59:00Z'))
  await liveTweet(project, 'Without a link')
  await liveTweet(project, 'With https://example.com')
  const costs = await listClientCosts(kit.db, now)
  expect(costs).toHaveLength(1)
  expect(costs[0]?.read).toBeCloseTo(2 * (10 * 0.005 + 0.01))
  expect(costs[0]?.written).toBeCloseTo(0.015 + 0.2)
})

it('The budget is used up once reading and writing together cost as much, on the networks that charge', async () => {
  const { db, config, clock } = kit.services
  clock.now = () => now
  const total = totalOf(await listClientCosts(db, now))
  const at = (budget: number | undefined) => ({ db, clock, config: { ...config, X_MONTHLY_BUDGET: budget } })
  expect(await isBudgetUsed(at(total + 0.01), 'twitter')).toBe(false)
  expect(await isBudgetUsed(at(total - 0.01), 'twitter')).toBe(true)
  expect(await isBudgetUsed(at(total - 0.01), 'facebook')).toBe(false)
  expect(await isBudgetUsed(at(undefined), 'twitter')).toBe(false)
})
