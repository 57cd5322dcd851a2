import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectors, createReaders } from '#server/networks/adapters.ts'
import { startTestSandbox, type TestSandbox } from '#server/networks/testing.ts'
import { useTestApp } from '#testing/app.ts'
import { buildProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { budgetShare, countPaidCalls, isBudgetUsed, listClientCosts, totalOf } from './paid-calls.ts'

const kit = useTestApp({ routes: [] })
const now = new Date('2026-11-20T12:00:00Z')
const month = '2026-11'
let sandbox: TestSandbox
beforeAll(async () => {
  kit.services.clock.now = () => now
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

type Project = Awaited<ReturnType<typeof buildProject>>

const liveTweet = async (project: Project, message: string, type: 'text' | 'link' = 'text') => {
  const { socialIds } = await buildPost(kit.db, project, { socials: [{ network: 'twitter', message }] })
  await kit.db
    .updateTable('post_socials')
    .set({ status: 'live', type, external_id: message, published_at: now })
    .where('id', '=', socialIds[0] ?? 0)
    .execute()
}

const search = ({ projectId }: Project) =>
  countPaidCalls(kit.services, { network: 'twitter', projectId }, () =>
    createReaders(sandbox.settings).twitter.searchMentions(sandbox.accounts.twitter, 'Coffee Weekly'),
  )

describe('A client’s month', () => {
  it('costs what the network answered: users that were found or checked', async () => {
    const project = await buildProject(kit.db)
    await search(project)
    await countPaidCalls(kit.services, { network: 'twitter', projectId: project.projectId }, () =>
      createConnectors(sandbox.settings).twitter.check(sandbox.accounts.twitter),
    )
    await countPaidCalls(kit.services, { network: 'facebook', projectId: project.projectId }, () =>
      createReaders(sandbox.settings).facebook.searchMentions(sandbox.accounts.facebook, 'coffee'),
    )
    const [cost] = await listClientCosts(kit.db, 'twitter', { month, agencyId: project.agencyId })
    expect(cost).toMatchObject({ project_id: project.projectId, read: expect.closeTo(2 * 0.01), written: 0 })
    expect(await listClientCosts(kit.db, 'facebook', { month, agencyId: project.agencyId })).toEqual([])
  })

  it('costs what went out in it, where a domain without https:// is a link and a point in a sentence is none', async () => {
    const project = await buildProject(kit.db)
    await liveTweet(project, 'Without a link. And “e.g.”, 3.5 and end.Then')
    await liveTweet(project, 'With https://example.com')
    await liveTweet(project, 'Come to example.com or cafe.music')
    await liveTweet(project, 'Its link is beside it', 'link')
    const [cost] = await listClientCosts(kit.db, 'twitter', { month, agencyId: project.agencyId })
    expect(cost?.written).toBeCloseTo(0.015 + 3 * 0.2)
    expect(
      await listClientCosts(kit.db, 'twitter', { month: '2026-10', agencyId: project.agencyId }),
    ).toEqual([])
  })
})

describe('The budget', () => {
  it('is shared by agencies as they have accounts, and one that uses up its share stops no other', async () => {
    const [big, small] = [await buildProject(kit.db), await buildProject(kit.db)]
    const { db } = kit
    const all = await db
      .selectFrom('social_accounts')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('social_network', '=', 'twitter')
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    const config = { ...kit.services.config, X_MONTHLY_BUDGET: 0.3 * Number(all.count) }
    const services = { ...kit.services, config }
    expect(await budgetShare(db, config, 'twitter', big.agencyId)).toBeCloseTo(0.3)
    for (const link of ['a.com', 'b.com']) await liveTweet(big, `https://${link}`)
    await search(small)
    expect(await isBudgetUsed(services, 'twitter', big.projectId)).toBe(true)
    expect(await isBudgetUsed(services, 'twitter', small.projectId)).toBe(false)
    expect(await isBudgetUsed(services, 'facebook', big.projectId)).toBe(false)
    expect(await isBudgetUsed(kit.services, 'twitter', big.projectId)).toBe(false)
    expect(totalOf(await listClientCosts(db, 'twitter', { month, agencyId: big.agencyId }))).toBeCloseTo(0.4)
  })

  it('is used up by what the list of costs says, to the cent', async () => {
    const project = await buildProject(kit.db)
    await search(project)
    for (const text of ['Come to example.org', 'No link. At all', 'Half past 3.5', 'https://example.net'])
      await liveTweet(project, text)
    const period = { month, agencyId: project.agencyId }
    const total = totalOf(await listClientCosts(kit.db, 'twitter', period))
    const isUsed = async (share: number) => {
      const config = { ...kit.services.config, X_MONTHLY_BUDGET: 1 }
      const ofOne = (await budgetShare(kit.db, config, 'twitter', project.agencyId)) ?? 0
      const services = { ...kit.services, config: { ...config, X_MONTHLY_BUDGET: share / ofOne } }
      return isBudgetUsed(services, 'twitter', project.projectId)
    }
    expect([total > 0.4, await isUsed(total - 0.001), await isUsed(total + 0.001)]).toEqual([
      true,
      true,
      false,
    ])
  })
})
