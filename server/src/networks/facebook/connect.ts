import type { BrowserConnector, Refused } from '../connecting.ts'
import type { NetworkSettings } from '../settings.ts'

const notYet: Refused = { kind: 'refused', reason: 'down', response: 'not built yet' }

export const facebookConnector = (_settings: NetworkSettings): BrowserConnector => ({
  way: 'browser',
  scopes: [],
  exchange: async () => notYet,
  listChoices: async () => notYet,
  check: async () => ({ kind: 'cannot_tell', response: notYet.response }),
  refresh: null,
})
