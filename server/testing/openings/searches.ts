import { beforeAll, beforeEach } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { makeHashtagRoutes } from '#server/features/hashtags/routes.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import { type NetworkReader, notSupported, type ReadResult } from '#server/networks/network-reader.ts'
import { useTestApp } from '../app.ts'
import { connectHarbor } from '../harbor-accounts.ts'
import { useCast } from '../people.ts'

type SearchState = {
  requests: { network: string; query: string; token: string }[]
  answer: ReadResult<never[] | unknown[]>
  duringRequest: (() => Promise<void>) | null
}

export const searchFound = (value: unknown[]): ReadResult<unknown[]> => ({ kind: 'read', value })

/** Networks that answer as the state says, and record their callers in it. */
const searchedNetworks = (state: SearchState) => {
  const readerOf = (network: SocialNetwork): NetworkReader => {
    const ask = async (account: ConnectedAccount, query: string): Promise<ReadResult<never>> => {
      state.requests.push({ network, query, token: account.token.token })
      await state.duringRequest?.()
      return state.answer as ReadResult<never>
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
  return {
    facebook: readerOf('facebook'),
    instagram: readerOf('instagram'),
    linkedin: readerOf('linkedin'),
    twitter: readerOf('twitter'),
  }
}

/** Opens a test of searches on the networks: a project that is connected to all but Instagram, and ten more minutes before each test. */
export const useSearches = () => {
  const state: SearchState = { requests: [], answer: searchFound([]), duringRequest: null }
  const readers = searchedNetworks(state)
  const kit = useTestApp({
    routes: makeHashtagRoutes(() => readers),
    config: { TOKEN_KEY: 'a1'.repeat(32) },
  })
  const cast = useCast(kit)
  beforeAll(async () => {
    await kit.db.deleteFrom('social_accounts').execute()
    await connectHarbor(kit, cast.project.projectId, ['facebook', 'linkedin', 'twitter'])
  })
  beforeEach(() => {
    Object.assign(state, { requests: [], answer: searchFound([]), duringRequest: null })
    kit.clock.advance(10 * 60_000)
  })
  return { kit, cast, state }
}
