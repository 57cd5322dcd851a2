import { beforeEach, describe, expect, it } from 'vitest'
import { listNetworkCosts } from '#domain/agencies/network-costs-contract.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { agencyRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: agencyRoutes })
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db, { connected: ['facebook'] })
})

const ask = (person: TestPerson, query: { month?: string } = {}) =>
  kit.ask(person, listNetworkCosts, { params: { agencyId: cast.project.agencyId }, query })

describe('The costs of networks', () => {
  it('are listed by client and month, and nothing of an agency without any', async () => {
    expect((await ask(cast.admin)).data).toEqual([])
    const { projectId } = cast.project
    const month = `${testNow.toISOString().slice(0, 7)}-01`
    await kit.db
      .insertInto('paid_calls')
      .values({ project_id: projectId, social_network: 'twitter', month, posts: 10, users: 2, alt_texts: 1 })
      .execute()
    const client = { project_id: projectId, read: expect.closeTo(0.07), written: expect.closeTo(0.005) }
    expect((await ask(cast.admin)).data).toEqual([
      {
        network: 'twitter',
        budget: null,
        is_reading_stopped: false,
        clients: [expect.objectContaining(client)],
      },
    ])
    expect((await ask(cast.admin, { month: '2020-01' })).data).toEqual([])
    expect((await ask(cast.admin, { month: '2020-13' })).status).toBe(422)
  })

  it('are for the agency’s admins', async () => {
    expect((await ask(cast.creator)).status).toBe(403)
    const other = await buildCast(kit.db)
    expect((await ask(other.admin)).status).toBe(404)
  })
})
