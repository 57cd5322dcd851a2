import type { NetworkAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter, Outcome } from '#server/networks/network-adapter.ts'

/** What may happen to a publish call; `blind`: it was applied, the answer was lost and the account cannot be read. */
export type Fault = 'none' | 'lost' | 'lost_before' | 'not_sent' | 'rejected' | 'blind'
export const faults = ['none', 'lost', 'lost_before', 'not_sent', 'rejected', 'blind'] as const

/** Networks in memory: `public` has what was published, whatever they answered. */
export const recordingNetworks = () => {
  const published: string[] = []
  const state: { fault: Fault } = { fault: 'none' }
  const send = (message: string): Outcome => {
    const { fault } = state
    if (fault === 'not_sent') return { kind: 'not_sent', retryAfterMs: null, response: 'later' }
    if (fault === 'rejected')
      return { kind: 'rejected', reason: 'rejected', mayBeOurs: false, response: 'no' }
    if (fault !== 'lost_before') published.push(message)
    if (fault !== 'none') return { kind: 'unknown', response: 'lost' }
    return {
      kind: 'published',
      externalId: `${message}#${published.length}`,
      permalink: 'https://x.test/',
      response: 'ok',
    }
  }
  const network = (name: string): NetworkAdapter => ({
    prepare: async () => ({ kind: 'ready' }),
    send: async ({ content }) => send(`${name}: ${content.message}`),
    lookUp: async ({ content }) => {
      if (state.fault === 'blind') return { kind: 'cannot_tell', response: 'dark' }
      const index = published.indexOf(`${name}: ${content.message}`)
      return index < 0
        ? { kind: 'absent' }
        : { kind: 'present', externalId: `${name}: ${content.message}#${index + 1}`, permalink: null }
    },
    findPermalink: async () => null,
    addFirstComment: async () => ({ kind: 'not_added', response: 'no' }),
  })
  const networks: NetworkAdapters = {
    facebook: network('facebook'),
    linkedin: network('linkedin'),
    instagram: network('instagram'),
    twitter: network('twitter'),
  }
  return { networks, published, state }
}
