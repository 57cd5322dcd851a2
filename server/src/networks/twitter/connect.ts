import type { Refused, RequestTokenConnector } from '../connecting.ts'
import type { NetworkSettings } from '../settings.ts'

const notYet: Refused = { kind: 'refused', reason: 'down', response: 'not built yet' }

export const twitterConnector = (_settings: NetworkSettings): RequestTokenConnector => ({
  way: 'request_token',
  begin: async () => notYet,
  finish: async () => notYet,
  check: async () => ({ kind: 'cannot_tell', response: notYet.response }),
  refresh: null,
})
