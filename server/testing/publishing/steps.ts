import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import type { NetworkAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'

/** The steps of a publication, in order; a test can make something happen at each of them. */
export const steps = [
  'claimed',
  'uploaded',
  'id_kept',
  'sending',
  'calling',
  'answered',
  'live',
  'commented',
] as const
export type Step = (typeof steps)[number]

/** Called each time a step is reached; the publication waits for its promise. */
type At = (step: Step, network: SocialNetwork) => Promise<void>

/** The adapters, reporting each step. */
export const watchSteps = (networks: NetworkAdapters, at: At): NetworkAdapters =>
  Object.fromEntries(
    socialNetworks.map(name => [name, watched(networks[name], step => at(step, name))]),
  ) as NetworkAdapters

const watched = (real: NetworkAdapter, at: (step: Step) => Promise<void>): NetworkAdapter => ({
  ...real,
  prepare: async delivery => {
    await at('claimed')
    const keep: typeof delivery.savePrepared = async ids => {
      await at('uploaded')
      await delivery.savePrepared(ids)
      await at('id_kept')
    }
    const prepared = await real.prepare({ ...delivery, savePrepared: keep })
    // Media that need no upload keep no id.
    if (prepared.kind === 'ready') for (const step of ['uploaded', 'id_kept'] as const) await at(step)
    return prepared
  },
  send: async delivery => {
    await at('sending')
    const outcome = real.send(delivery)
    // A worker that has died hears nothing of what becomes of its call.
    outcome.catch(() => undefined)
    await at('calling')
    const answered = await outcome
    await at('answered')
    return answered
  },
  addFirstComment: async (...call) => {
    await at('live')
    const comment = await real.addFirstComment(...call)
    await at('commented')
    return comment
  },
})
