import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkedin, linkedinPost } from '../testing/clients.ts'
import { type DemoAccount, startTestSandbox, type TestSandbox } from '../testing/start.ts'

const DAY = 86_400_000

let sandbox: TestSandbox
let account: DemoAccount
let organization: string
beforeAll(async () => {
  sandbox = await startTestSandbox()
  account = await sandbox.account('linkedin')
  organization = encodeURIComponent(`urn:li:organization:${account.external_id}`)
})
afterAll(() => sandbox.stop())

type Element = {
  [name: string]: unknown
  timeRange: { start: number }
  totalShareStatistics: Record<string, number>
}
const ask = async (path: string) => {
  const answer = await linkedin(sandbox, account, 'GET', `/rest/${path}`)
  const body = (await answer.json()) as {
    elements?: Element[]
    message?: string
    firstDegreeSize?: number
    likesSummary?: unknown
  }
  return { status: answer.status, ...body }
}
const midnight = (days: number) => Math.floor(sandbox.now() / DAY) * DAY + days * DAY
const between = (start: number, end: number) =>
  `timeIntervals=(timeRange:(start:${start},end:${end}),timeGranularityType:DAY)`
const shares = () =>
  `organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${organization}`

describe('LinkedIn’s statistics', () => {
  it('return each day up to two days ago, with the same figures every time', async () => {
    const path = `${shares()}&${between(midnight(-5), midnight(1))}`
    const first = await ask(path)
    expect(first.elements?.map(({ timeRange }) => timeRange.start)).toEqual([-5, -4, -3, -2].map(midnight))
    expect(await ask(path)).toEqual(first)
  })

  it.each([
    ['do not start at midnight', () => between(midnight(-5) + 1, midnight(-1))],
    ['end before they start', () => between(midnight(-1), midnight(-5))],
    ['are more than a year ago', () => between(midnight(-400), midnight(-390))],
    ['are not written as Rest.li writes them', () => 'timeIntervals=2026-01-01'],
  ])('refuse days that %s', async (_name, interval) => {
    const answer = await ask(`${shares()}&${interval()}`)
    expect([answer.status, answer.message]).toEqual([400, "Parameter 'timeIntervals' is invalid"])
  })

  it('require encoded URNs in queries and the finder’s own parameter for the organization', async () => {
    expect((await ask(shares().replace(organization, decodeURIComponent(organization)))).status).toBe(400)
    expect(
      (await ask(`organizationPageStatistics?q=organization&organizationalEntity=${organization}`)).status,
    ).toBe(400)
    expect((await ask(`organizationPageStatistics?q=organization&organization=${organization}`)).status).toBe(
      200,
    )
  })

  it('leave out posts without impressions and return the others', async () => {
    const created = await linkedin(sandbox, account, 'POST', '/rest/posts', linkedinPost(account, 'Seen'))
    const urn = encodeURIComponent(created.headers.get('x-restli-id') ?? '')
    const ofPost = () => ask(`${shares()}&shares=List(${urn})`)
    expect((await ofPost()).elements).toEqual([])
    sandbox.passTime(DAY)
    const [statistics] = (await ofPost()).elements ?? []
    expect(statistics?.share).toBe(decodeURIComponent(urn))
    expect(statistics?.totalShareStatistics.impressionCount).toBeGreaterThan(0)
    expect((await ask(`socialActions/${urn}`)).likesSummary).toMatchObject({ likedByCurrentUser: false })
  })

  it('return followers as a total, as daily gains and by facet', async () => {
    const size = await ask(`networkSizes/${organization}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`)
    expect(size.firstDegreeSize).toBeGreaterThan(0)
    const finder = `organizationalEntityFollowerStatistics?q=organizationalEntity&organizationalEntity=${organization}`
    const gains = await ask(`${finder}&${between(midnight(-4), midnight(-2))}`)
    expect(gains.elements).toMatchObject([{ followerGains: {} }, { followerGains: {} }])
    const [facets] = (await ask(finder)).elements ?? []
    expect(Object.keys(facets ?? {}).filter(name => name.startsWith('followerCountsBy'))).toHaveLength(7)
  })
})
