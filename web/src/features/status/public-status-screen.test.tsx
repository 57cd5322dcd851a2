import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { socialNetworks } from '#domain/networks/model.ts'
import { getPublicStatus, type PublicStatus } from '#domain/status/contract.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { PublicStatusScreen, publicStatusEndpoint } from './public-status-screen.tsx'

// Readers see their own time, so the instant is that of a morning wherever the tests take place.
const since = new Date(2026, 5, 1, 9, 30).toISOString()
const calm: PublicStatus = {
  read_at: '2026-06-01T08:00:00.000Z',
  is_held: false,
  networks: socialNetworks.map(social_network => ({ social_network, delayed_since: null })),
  mails_delayed_since: null,
}
const open = (status: PublicStatus) => {
  fakeFetch(() => Response.json({ data: status }))
  render(<PublicStatusScreen />)
}
const lines = async () =>
  within(await screen.findByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('asks the address of the contract', () => {
  const { method, path } = getPublicStatus
  expect(publicStatusEndpoint).toEqual({ method, path })
})

it('says that everything works', async () => {
  open(calm)
  expect(await screen.findByRole('heading', { name: 'Everything works' })).toBeTruthy()
  expect(await lines()).toEqual([
    'Publishing to FacebookWorks',
    'Publishing to InstagramWorks',
    'Publishing to LinkedInWorks',
    'Publishing to TwitterWorks',
    'MailsWorks',
  ])
})

it('says what is delayed and since when, and that publishing is held', async () => {
  const networks = calm.networks.map(one =>
    one.social_network === 'linkedin' ? { ...one, delayed_since: since } : one,
  )
  open({ ...calm, networks, is_held: true, mails_delayed_since: since })
  expect(await screen.findByRole('heading', { name: 'Some things are delayed' })).toBeTruthy()
  const shown = await lines()
  expect(shown[0]).toMatch(/^PublishingPublishing is held/)
  expect(shown[3]).toMatch(/^Publishing to LinkedInDelayed since 1 Jun 2026, 09:30.*Posts go out/)
  expect(shown[5]).toMatch(/^MailsDelayed since 1 Jun 2026, 09:30/)
})

it('says that there is no such page where the operator wants none', async () => {
  fakeFetch(() => Response.json({ message: 'Not found', code: 'not_found' }, { status: 404 }))
  render(<PublicStatusScreen />)
  expect(
    await screen.findByRole('heading', { name: 'This installation has no public status page.' }),
  ).toBeTruthy()
})
