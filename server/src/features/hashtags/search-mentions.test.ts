import { describe, expect, it, test } from 'vitest'
import { searchMentions } from '#domain/hashtags/contract.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { ReadResult } from '#server/networks/network-reader.ts'
import { searchFound, useSearches } from '#testing/openings/searches.ts'

const { kit, cast, state } = useSearches()

const unread = (
  reason: Extract<ReadResult<never>, { kind: 'not_read' }>['reason'],
  retryAfterMs: number | null = null,
) => ({ kind: 'not_read', reason, retryAfterMs, response: 'kept from people' }) as const

const mentions = (social: SocialNetwork, q: string, person = cast.creator) =>
  kit.ask(person, searchMentions, { params: { projectId: cast.project.projectId, social }, query: { q } })

describe('Searching for people to mention', () => {
  it('asks the network with the project’s account and returns what goes into the text', async () => {
    state.answer = searchFound([
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
    expect(state.requests).toEqual([{ network: 'twitter', query: 'blue', token: 'token of twitter' }])
  })

  it.each([
    ['linkedin', 61_000],
    ['twitter', 12 * 3_600_000 + 1_000],
  ] as const)('asks %s once for the same search, per project, within %s ms', async (network, ms) => {
    await mentions(network, 'again')
    kit.clock.advance(ms - 2_000)
    await mentions(network, 'again')
    expect(state.requests).toHaveLength(1)
    kit.clock.advance(2_000)
    await mentions(network, 'again')
    expect(state.requests).toHaveLength(2)
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
    state.answer = unread(reason, ms)
    const { status, data } = await mentions(social, `who ${reason}`)
    expect([status, data]).toEqual([200, { payload: [], error }])
  })

  it('answers that the page was not found if LinkedIn’s answer is empty', async () => {
    expect((await mentions('linkedin', 'nobody')).data.error).toBe('Company page not found.')
  })

  it('asks again after a failure, but not while the network’s limit lasts', async () => {
    state.answer = unread('down')
    await mentions('facebook', 'twice')
    await mentions('facebook', 'twice')
    expect(state.requests).toHaveLength(2)
    state.answer = unread('limited', 30_000)
    await mentions('facebook', 'limited')
    await mentions('facebook', 'limited')
    expect(state.requests).toHaveLength(3)
    kit.clock.advance(31_000)
    await mentions('facebook', 'limited')
    expect(state.requests).toHaveLength(4)
  })

  it('names the missing account, and asks no network', async () => {
    const { data } = await mentions('instagram', 'blue')
    expect(data).toEqual({ payload: [], error: 'No Instagram account is connected to this project.' })
    expect(state.requests).toEqual([])
  })

  it('starts at more than 2 characters, and is refused for clients and strangers', async () => {
    expect((await mentions('twitter', '@ab')).status).toBe(422)
    expect((await mentions('twitter', 'blue', cast.external)).status).toBe(403)
    expect((await mentions('twitter', 'blue', cast.stranger)).status).toBe(404)
    expect(state.requests).toEqual([])
  })
})
