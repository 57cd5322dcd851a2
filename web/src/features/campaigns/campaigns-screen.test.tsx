import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Campaign } from '#domain/campaigns/model.ts'
import { buildCampaign } from '../../../testing/build-campaign.ts'
import { type FakeServer, openScreen } from '../../../testing/fake-project-server.tsx'
import { CampaignsScreen } from './campaigns-screen.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const path = '/projects/3/campaigns'
const campaign = (part: Partial<Campaign> = {}) =>
  buildCampaign({ start_at: '2026-11-16', end_at: '2026-11-27', posts_count: 0, ...part })

const open = (campaigns: Campaign[], answer: FakeServer['answer'] = () => null) =>
  openScreen(() => <CampaignsScreen />, {
    answer: request => {
      const special = answer(request)
      if (special) return special
      if (request.method === 'GET' && request.path === path) return { data: campaigns }
      return request.path.startsWith(path) && request.method !== 'DELETE' ? { data: campaign() } : null
    },
  })

describe('The campaigns', () => {
  test('are listed with their days, goals and posts, which lead to the content list', async () => {
    await open([
      campaign({ goal: 'Sell 100 boxes', posts_count: 3 }),
      campaign({ id: 8, name: 'Behind the scenes', start_at: null, end_at: null }),
      campaign({ id: 9, name: 'Summer', start_at: '2026-06-01', end_at: '2026-06-30' }),
    ])
    const rows = within(await screen.findByRole('list', { name: 'Campaigns' })).getAllByRole('listitem')
    expect(rows.map(row => row.textContent)).toEqual([
      'Black Friday16 – 27 Nov 2026Sell 100 boxes3 posts',
      'Behind the scenesNo dates0 posts',
      'Summer1 – 30 Jun 2026 · Over0 posts',
    ])
    expect(screen.getByRole('link', { name: '3 posts' }).getAttribute('href')).toBe(
      '/3/content?span=all&campaign=%227%22',
    )
  })

  test('are none at first', async () => {
    await open([])
    expect(await screen.findByText('There are no campaigns yet')).toBeTruthy()
  })
})

describe('A campaign', () => {
  test('is added with a name, and what is wrong stands under its field', async () => {
    const { user, sent } = await open([])
    const [add] = await screen.findAllByRole('button', { name: 'Add campaign' })
    if (add) await user.click(add)
    const form = within(await screen.findByRole('dialog', { name: 'Add campaign' }))
    await user.click(form.getByRole('button', { name: 'Add' }))
    expect(await form.findByText('Name is required')).toBeTruthy()
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Advent')
    await user.click(form.getByRole('radio', { name: 'Red' }))
    await user.type(form.getByRole('textbox', { name: /^Goal/ }), 'Sell')
    await user.click(form.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('Campaign added')).toBeTruthy()
    expect(sent('POST').map(({ path: to, body }) => [to, body])).toEqual([
      [path, { name: 'Advent', color: '#d94f4f', start_at: '', end_at: '', goal: 'Sell' }],
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is changed in the version that was seen', async () => {
    const { user, sent } = await open([campaign({ version: 4 })])
    await user.click(await screen.findByRole('button', { name: 'Edit Black Friday' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit campaign' }))
    await user.type(form.getByRole('textbox', { name: 'Name' }), 's')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await screen.findByText('Campaign saved')
    expect(sent('PUT').map(({ path: to, body }) => [to, body])).toEqual([
      [
        `${path}/7`,
        {
          name: 'Black Fridays',
          color: '#d94f4f',
          start_at: '2026-11-16',
          end_at: '2026-11-27',
          goal: '',
          version: 4,
        },
      ],
    ])
  })

  test('is deleted after a question that says what stays, and comes back by Undo', async () => {
    const { user, sent } = await open([campaign({ posts_count: 12 })])
    await user.click(await screen.findByRole('button', { name: 'Delete Black Friday' }))
    expect(await screen.findByText('Black Friday. Its 12 posts stay.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(sent('DELETE').map(({ path: to }) => to)).toEqual([`${path}/7`])
    await waitFor(() =>
      expect(sent('POST').map(({ body }) => body)).toEqual([{ kind: 'campaign', ids: [7] }]),
    )
    expect(await screen.findByText('Campaign restored')).toBeTruthy()
  })
})
