import { expect, test } from 'vitest'
import type { NetworkOffer } from './contract.ts'
import { offerTogether } from './shared-offers.ts'

const offer = (part: Partial<NetworkOffer>): NetworkOffer => ({
  social_network: 'facebook',
  is_connected: true,
  type: 'text',
  lost: [],
  problems: [],
  ...part,
})

test('a network that does not take one of several posts takes none of them', () => {
  const none = offer({ social_network: 'instagram', type: null })
  const some = offer({ social_network: 'instagram', type: 'single_photo' })
  expect(
    offerTogether([
      [offer({}), some],
      [offer({}), none],
    ]),
  ).toEqual([offer({}), none])
  expect(offerTogether([[none], [some]])).toEqual([none])
})

test('what several posts lose, and what has to be mended in them, is said once', () => {
  const one = offer({ lost: ['Cards are left out'], problems: ['Too long'] })
  const other = offer({ lost: ['Cards are left out', 'A mention becomes plain text'] })
  expect(offerTogether([[one], [other]])).toEqual([
    offer({ lost: ['Cards are left out', 'A mention becomes plain text'], problems: ['Too long'] }),
  ])
})

test('without posts there is nothing to offer', () => {
  expect(offerTogether([])).toEqual([])
})
