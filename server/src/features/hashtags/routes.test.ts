import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { searchHashtags, searchKeywords, searchMentions } from '#domain/hashtags/contract.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import { type NetworkReader, notSupported, type ReadResult } from '#server/networks/network-reader.ts'
import { useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { makeHashtagRoutes } from './routes.ts'

let requests: { network: string; query: string; token: string }[]
let answer: ReadResult<never[] | unknown[]>
let duringRequest: (() => Promise<void>) | null

/** A network that answers as the test says, and records its callers. */
const readerOf = (network: SocialNetwork): NetworkReader => {
  const ask = async (account: ConnectedAccount, query: string): Promise<ReadResult<never>> => {
    requests.push({ network, query, token: account.token.token })
    await duringRequest?.()
    return answer as ReadResult<never>
  }
  const nothing = async () => notSupported
  return {
    searchMentions: ask,
    searchHashtags: ask,
    searchTags: ask,
    listPosts: nothing,
    readInsights: nothing,
    readPostFigures: nothing,
    readOnlineHours: nothing,
    readStories: nothing,
  }
}
const readers = {
  facebook: readerOf('facebook'),
  instagram: readerOf('instagram'),
  linkedin: readerOf('linkedin'),
  twitter: readerOf('twitter'),
}

const kit = useTestApp({
  routes: makeHashtagRoutes(() => readers),
  config: { TOKEN_KEY: 'a1'.repeat(32) },
})
const cast = useCast(kit)
beforeAll(async () => {
  await kit.db.deleteFrom('social_accounts').execute()
  for (const social_network of ['facebook', 'linkedin', 'twitter'] as const)
    await kit.db.transaction().execute(tx =>
      connectAccount(tx, kit.services, {
        projectId: cast.project.projectId,
        social_network,
        external_id: `${social_network}-1`,
        name: 'Harbor',
        account_details: {},
        logo_url: null,
        token: `token of ${social_network}`,
      }),
    )
})
beforeEach(() => {
  requests = []
  duringRequest = null
  answer = { kind: 'read', value: [] }
  kit.clock.advance(10 * 60_000)
})

const read = (value: unknown[]): ReadResult<unknown[]> => ({ kind: 'read', value })
const unread = (
  reason: Extract<ReadResult<never>, { kind: 'not_read' }>['reason'],
  retryAfterMs: number | null = null,
) => ({ kind: 'not_read', reason, retryAfterMs, response: 'kept from people' }) as const

const mentions = (social: SocialNetwork, q: string, person = cast.creator) =>
  kit.ask(person, searchMentions, { params: { projectId: cast.project.projectId, social }, query: { q } })

describe('Searching for people to mention', () => {
  it('asks the network with the project’s account and returns what goes into the text', async () => {
    answer = read([
      { id: '7', name: 'Blue Bottle', handle: 'bluebottle', logoUrl: 'https://x.example/a.jpg' },
    ])
    const { data } = await mentions('twitter', '@blue')
    expect(data.error).toBe(null)
    expect(data.payload).toEqual([
      {
        id: '7',
        mention: '@bluebottle',
        name: 'Blue Bottle',
        username: 'bluebottle',
        logo_url: 'https://x.example/a.jpg',
      },
    ])
    expect(requests).toEqual([{ network: 'twitter', query: 'blue', token: 'token of twitter' }])
  })

  it.each([
    ['linkedin', 61_000],
    ['twitter', 12 * 3_600_000 + 1_000],
  ] as const)('asks %s once for the same search, per project, within %s ms', async (network, ms) => {
    await mentions(network, 'again')
    kit.clock.advance(ms - 2_000)
    await mentions(network, 'again')
    expect(requests).toHaveLength(1)
    kit.clock.advance(2_000)
    await mentions(network, 'again')
    expect(requests).toHaveLength(2)
  })

  test.each([
    ['linkedin', 'not_found', null, 'Company page not found.'],
    ['facebook', 'down', null, 'Error getting mentions. Please try again.'],
    [
      'twitter',
      'limited',
      120_000,
      'Twitter accepts no more searches for now. Please try again in 2 minutes.',
    ],
    [
      'facebook',
      'reconnect_needed',
      null,
      "The Facebook account needs to be reconnected in the project's settings.",
    ],
  ] as const)('on %s tells “%s” (%s ms) in words', async (social, reason, ms, error) => {
    answer = unread(reason, ms)
    const { status, data } = await mentions(social, `who ${reason}`)
    expect([status, data]).toEqual([200, { payload: [], error }])
  })

  it('answers that the page was not found if LinkedIn’s answer is empty', async () => {
    expect((await mentions('linkedin', 'nobody')).data.error).toBe('Company page not found.')
  })

  it('asks again after a failure, but not while the network’s limit lasts', async () => {
    answer = unread('down')
    await mentions('facebook', 'twice')
    await mentions('facebook', 'twice')
    expect(requests).toHaveLength(2)
    answer = unread('limited', 30_000)
    await mentions('facebook', 'limited')
    await mentions('facebook', 'limited')
    expect(requests).toHaveLength(3)
    kit.clock.advance(31_000)
    await mentions('facebook', 'limited')
    expect(requests).toHaveLength(4)
  })

  it('names the missing account, and asks no network', async () => {
    const { data } = await mentions('instagram', 'blue')
    expect(data).toEqual({ payload: [], error: 'No Instagram account is connected to this project.' })
    expect(requests).toEqual([])
  })

  it('starts at more than 2 characters, and is refused for clients and strangers', async () => {
    expect((await mentions('twitter', '@ab')).status).toBe(422)
    expect((await mentions('twitter', 'blue', cast.external)).status).toBe(403)
    expect((await mentions('twitter', 'blue', cast.stranger)).status).toBe(404)
    expect(requests).toEqual([])
  })
})

describe('Searching for hashtags', () => {
  const hashtags = (q: string) =>
    kit.ask(cast.creator, searchHashtags, {
      params: { projectId: cast.project.projectId },
      body: { q, social_network: 'twitter' },
    })

  it('returns the list of tags', async () => {
    answer = read(['coffee', 'coffeetime'])
    expect((await hashtags('#coffee')).data).toEqual({ payload: ['coffee', 'coffeetime'], error: null })
    expect(requests[0]?.query).toBe('coffee')
  })

  it('puts those that the project has used first, even if the network has no search', async () => {
    const message = 'Taste it #CoffeeBar, #coffeebar and #coffee'
    await buildPost(kit.db, cast.project, { socials: [{ network: 'facebook', message }] })
    await buildPost(kit.db, cast.elsewhere, { socials: [{ network: 'facebook', message: '#coffeeland' }] })
    answer = notSupported
    expect((await hashtags('#coffeeb')).data).toEqual({ payload: ['CoffeeBar'], error: null })
    expect((await hashtags('#nothing')).data).toEqual({ payload: [], error: null })
  })

  it('starts at more than 2 characters', async () => {
    expect((await hashtags('#co')).status).toBe(422)
  })

  it('keeps no transaction open while the network works', async () => {
    let held: number | undefined
    duringRequest = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`.execute(kit.db)
      held = rows[0]?.count
    }
    await hashtags('#slow')
    expect(held).toBe(0)
  })
})

describe('Searching for a video’s keywords', () => {
  const keywords = (social: SocialNetwork, q: string) =>
    kit.ask(cast.creator, searchKeywords, {
      params: { projectId: cast.project.projectId, social },
      query: { q },
    })

  it('starts at more than 1 character and returns names with ids', async () => {
    answer = read([{ id: '6003', name: 'Baseball', more: 'not passed on' }])
    expect((await keywords('facebook', 'ba')).data).toEqual({
      payload: [{ id: '6003', name: 'Baseball' }],
      error: null,
    })
    expect((await keywords('facebook', 'b')).status).toBe(422)
  })

  it('says when the network has no such search', async () => {
    answer = notSupported
    expect((await keywords('twitter', 'ba')).data).toEqual({
      payload: [],
      error: 'Twitter has no such search.',
    })
  })
})
