import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ChatChannel } from '#domain/chat/model.ts'
import { openScreen } from '../../../testing/fake-project-server.tsx'
import { ChatScreen } from './chat-screen.tsx'

const channel: ChatChannel = {
  id: 7,
  name: '#harbor-posts',
  service: 'slack',
  project: null,
  topics: ['decided', 'trouble'],
  is_for_client: false,
  address_hint: 'hooks.slack.com/…vQm1',
  is_on: true,
  off_reason: null,
  problem: null,
  last_sent_at: null,
  created_at: '2026-06-01T08:00:00.000Z',
}
type Change = { readonly method: string; readonly path: string; readonly body: unknown }
const open = (channels: ChatChannel[], change: (change: Change) => object | null = () => null) =>
  openScreen(() => <ChatScreen agencyId={1} />, {
    answer: request => {
      if (!request.path.startsWith('/agencies/1/chat-channels')) return null
      if (request.method === 'GET') return { data: channels }
      return change(request) ?? { data: request.method === 'DELETE' ? {} : channel }
    },
  })

/** The form takes the focus when it has opened: what is typed before goes astray. */
const inForm = () => waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)))

test('a channel is added with its address, for the agency alone unless somebody chooses otherwise', async () => {
  const page = await open([])
  await page.user.click((await screen.findAllByRole('button', { name: 'Add channel' }))[0] as HTMLElement)
  await inForm()
  await page.user.type(screen.getByLabelText(/^Name/), '#harbor')
  await page.user.type(
    screen.getByLabelText(/^Address of the webhook/),
    'https://hooks.slack.com/services/T/B/x',
  )
  await page.user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(page.sent('POST').map(({ body }) => body)).toEqual([
      {
        service: 'slack',
        name: '#harbor',
        address: 'https://hooks.slack.com/services/T/B/x',
        project_id: null,
        topics: ['decided', 'revision_requested', 'trouble'],
        is_for_client: false,
      },
    ]),
  )
})

test('what a client may not be told cannot be chosen for a channel that they read', async () => {
  const page = await open([channel])
  await page.user.click(await screen.findByRole('button', { name: 'Edit: #harbor-posts' }))
  await page.user.click(await screen.findByRole('radio', { name: /The client too/ }))
  const trouble = screen.getByRole('checkbox', { name: /Failed, overdue/ }) as HTMLInputElement
  expect([trouble.checked, trouble.disabled]).toEqual([false, true])
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('A channel that a client reads is about one client.')).toBeTruthy()
  expect(page.sent('PUT')).toEqual([])
  await page.user.selectOptions(screen.getByLabelText('About'), '3')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(page.sent('PUT').map(({ body }) => body)).toEqual([
      { name: '#harbor-posts', project_id: 3, topics: ['decided'], is_for_client: true, is_on: true },
    ]),
  )
})

test('a refused address says why at its field, and nothing that was typed is lost', async () => {
  const why = 'Microsoft has ended addresses of this kind.'
  const page = await open([channel], () => ({
    status: 422,
    code: 'validation_error',
    message: why,
    errors: { address: [why] },
  }))
  await page.user.click(await screen.findByRole('button', { name: 'Edit: #harbor-posts' }))
  await inForm()
  const field = screen.getByLabelText(/^New address/) as HTMLInputElement
  await page.user.type(field, 'https://acme.webhook.office.com/1')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(why)).toBeTruthy()
  expect(field.value).toBe('https://acme.webhook.office.com/1')
})

test('a test says what the service answered', async () => {
  const page = await open([channel], ({ path }) =>
    path.endsWith('/test') ? { data: { problem: 'Slack no longer takes messages at this address.' } } : null,
  )
  await page.user.click(await screen.findByRole('button', { name: 'Send a test: #harbor-posts' }))
  expect(await screen.findByText('Slack no longer takes messages at this address.')).toBeTruthy()
})

test('a channel that Galley switched off says why, and is switched on again', async () => {
  const problem = 'Slack no longer takes messages at this address: it answers 410.'
  const page = await open([{ ...channel, is_on: false, off_reason: 'gone', problem }])
  expect(await screen.findByText(problem)).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Switch on: #harbor-posts' }))
  await waitFor(() => expect(page.sent('PUT').map(({ body }) => body)).toMatchObject([{ is_on: true }]))
})

test('a channel is removed only after a question', async () => {
  const page = await open([channel])
  await page.user.click(await screen.findByRole('button', { name: 'Remove: #harbor-posts' }))
  await page.user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(page.sent('DELETE')).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Remove: #harbor-posts' }))
  await page.user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(page.sent('DELETE').map(({ path }) => path)).toEqual(['/agencies/1/chat-channels/7']),
  )
})
