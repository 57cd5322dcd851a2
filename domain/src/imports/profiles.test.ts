import { expect, it } from 'vitest'
import { accountNames, unknownProfiles } from './profiles.ts'

const account = (social_network: 'facebook' | 'instagram' | 'twitter', name: string, handle = name) => ({
  social_network,
  name,
  account_details: { screen_name: handle },
})

it('An account is known by its name and its handle, unless two networks have the same', () => {
  const names = accountNames([
    account('facebook', 'Harbor Coffee'),
    account('instagram', 'Harbor Coffee'),
    account('twitter', 'Harbor News', '@harbor'),
  ])
  expect([...names]).toEqual([
    ['harbor news', 'twitter'],
    ['harbor', 'twitter'],
  ])
})

it('A name that nobody knows is asked about once, with what was chosen for it before', () => {
  const cells = ['fb, Harbor HQ', 'harbor hq; Shop', 'IG']
  expect(unknownProfiles(cells, new Map(), [{ name: 'SHOP', target: 'twitter' }])).toEqual([
    { name: 'Harbor HQ', target: null },
    { name: 'Shop', target: 'twitter' },
  ])
})

it.each(['All except LinkedIn', 'not Facebook', 'Facebook / TikTok', 'Alle außer LinkedIn', 'sauf LinkedIn'])(
  '"%s" is asked about, not guessed',
  name => {
    expect(unknownProfiles([name], new Map(), [])).toEqual([{ name, target: null }])
  },
)

it('A name with one network in it is that network', () => {
  expect(unknownProfiles(['Harbor & Sons on Facebook', 'fb / ig'], new Map(), [])).toEqual([])
})

it('At most fifty names are asked about', () => {
  const names = Array.from({ length: 60 }, (_, at) => `Profile ${at}`)
  expect(unknownProfiles(names, new Map(), [])).toHaveLength(50)
})
