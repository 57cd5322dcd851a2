import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { searchHashtags } from '#domain/hashtags/contract.ts'
import { notSupported } from '#server/networks/network-reader.ts'
import { searchFound, useSearches } from '#testing/openings/searches.ts'
import { buildPost } from '#testing/posts.ts'

const { kit, cast, state } = useSearches()

describe('Searching for hashtags', () => {
  const hashtags = (q: string) =>
    kit.ask(cast.creator, searchHashtags, {
      params: { projectId: cast.project.projectId },
      body: { q, social_network: 'twitter' },
    })

  it('returns the list of tags', async () => {
    state.answer = searchFound(['coffee', 'coffeetime'])
    expect((await hashtags('#coffee')).data).toEqual({ payload: ['coffee', 'coffeetime'], error: null })
    expect(state.requests[0]?.query).toBe('coffee')
  })

  it('puts those that the project has used first, even if the network has no search', async () => {
    const message = 'Taste it #CoffeeBar, #coffeebar and #coffee'
    await buildPost(kit.db, cast.project, { socials: [{ network: 'facebook', message }] })
    await buildPost(kit.db, cast.elsewhere, { socials: [{ network: 'facebook', message: '#coffeeland' }] })
    state.answer = notSupported
    expect((await hashtags('#coffeeb')).data).toEqual({ payload: ['CoffeeBar'], error: null })
    expect((await hashtags('#nothing')).data).toEqual({ payload: [], error: null })
  })

  it('starts at more than 2 characters', async () => {
    expect((await hashtags('#co')).status).toBe(422)
  })

  it('keeps no transaction open while the network works', async () => {
    let held: number | undefined
    state.duringRequest = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`.execute(kit.db)
      held = rows[0]?.count
    }
    await hashtags('#slow')
    expect(held).toBe(0)
  })
})
