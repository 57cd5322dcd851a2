import { beforeEach } from 'vitest'
import { eachDay } from '#domain/kernel/days.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { makeGatherer } from '#server/features/analytics/gatherer.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { NetworkReaders } from '#server/networks/adapters.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { Insights, NetworkReader, PostFigures, ReadResult } from '#server/networks/network-reader.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { testNow, useTestApp } from '../app.ts'
import { buildProject } from '../people.ts'
import { prepared } from '../prepared.ts'

/** A Pacific day with a value that tells which one it is. */
export const valueOn = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

export const unread = (
  reason: 'limited' | 'down',
  retryAfterMs: number | null = null,
): ReadResult<never> => ({
  kind: 'not_read',
  reason,
  retryAfterMs,
  response: reason,
})

/** A network that answers as its state says, by default a value for each day of each metric. */
const fakeReaders = () => {
  const state = {
    calls: [] as { account: string; from: string; to: string }[],
    insights: null as
      | ((request: { from: string; to: string }, account: string) => ReadResult<Insights>)
      | null,
    figures: null as ReadResult<readonly PostFigures[]> | null,
  }
  const reader: Pick<NetworkReader, 'readInsights' | 'readOnlineHours' | 'readPostFigures'> = {
    readInsights: async ({ externalId: account }: ConnectedAccount, { metrics: names, from, to }) => {
      state.calls.push({ account, from, to })
      const own = state.insights?.({ from, to }, account)
      if (own) return own
      const values = eachDay({ start: from, end: to }).map(date => ({ date, value: valueOn(date) }))
      return { kind: 'read', value: { series: names.map(metric => ({ metric, values })), refused: [] } }
    },
    readOnlineHours: async () => ({
      kind: 'not_read',
      reason: 'not_supported',
      retryAfterMs: null,
      response: '',
    }),
    readPostFigures: async () => state.figures ?? unread('down'),
  }
  const readers = { facebook: reader, instagram: reader, linkedin: reader, twitter: reader }
  return { state, readers: readers as unknown as NetworkReaders }
}

/** Opens a test of gathering figures: before each test a project without accounts, and networks that have a value for each day. */
export const useGathering = () => {
  const kit = useTestApp({ routes: [] })
  beforeEach(async () => {
    kit.clock.set(testNow)
    // Accounts of earlier tests rest.
    await kit.db.updateTable('social_accounts').set({ removed_at: testNow }).execute()
    await kit.db.deleteFrom('figure_turns').execute()
  })
  const project = prepared(beforeEach, () => buildProject(kit.db, { connected: [] }))
  const fake = prepared(beforeEach, async () => fakeReaders())
  return {
    kit,
    project,
    fake,
    gatherer: (readers: NetworkReaders = fake.readers) => makeGatherer(kit.services, readers),
    connect: async (network: SocialNetwork, external_id: string, to = project) =>
      inTransaction(kit.db, tx =>
        connectAccount(tx, kit.services, {
          projectId: to.projectId,
          social_network: network,
          external_id,
          name: 'Harbor',
          account_details: {},
          logo_url: null,
          token: 'token',
        }),
      ),
    pass: (hours: number) => kit.clock.set(new Date(kit.clock.now().getTime() + hours * 3_600_000)),
    scopeOf: async (of = project) => {
      const scope = await findSystemScope(kit.db, of.projectId)
      if (!scope) throw new Error('no project')
      return scope
    },
  }
}
