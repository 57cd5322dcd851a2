import { describe, expect, it } from 'vitest'
import { searchKeywords } from '#domain/hashtags/contract.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { notSupported } from '#server/networks/network-reader.ts'
import { searchFound, useSearches } from '#testing/openings/searches.ts'

const { kit, cast, state } = useSearches()

describe('Searching for a video’s keywords', () => {
  const keywords = (social: SocialNetwork, q: string) =>
    kit.ask(cast.creator, searchKeywords, {
      params: { projectId: cast.project.projectId, social },
      query: { q },
    })

  it('starts at more than 1 character and returns names with ids', async () => {
    state.answer = searchFound([{ id: '6003', name: 'Baseball', more: 'not passed on' }])
    expect((await keywords('facebook', 'ba')).data).toEqual({
      payload: [{ id: '6003', name: 'Baseball' }],
      error: null,
    })
    expect((await keywords('facebook', 'b')).status).toBe(422)
  })

  it('says when the network has no such search', async () => {
    state.answer = notSupported
    expect((await keywords('twitter', 'ba')).data).toEqual({
      payload: [],
      error: 'Twitter has no such search.',
    })
  })
})
