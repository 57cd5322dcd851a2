import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildOwnProject } from '../../../testing/build-project.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { CalendarFeedModal } from './calendar-feed-modal.tsx'

afterEach(() => vi.unstubAllGlobals())

const created_at = '2026-11-20T09:00:00.000Z'
const urlOf = (number: number) => `https://galley.example/api/calendar-feeds/secret-${number}/posts.ics`

/** The dialog over a server with this many addresses made so far, of which the last one works. */
const open = (made = 0) => {
  const server = { made, isOn: made > 0 }
  fakeFetch(async (_, { method }) => {
    if (method === 'DELETE') server.isOn = false
    if (method === 'DELETE') return Response.json({ data: {} })
    if (method === 'GET') return Response.json({ data: { created_at: server.isOn ? created_at : null } })
    server.made += 1
    server.isOn = true
    return Response.json({ data: { url: urlOf(server.made), created_at } })
  })
  const project = buildOwnProject('external-approver')
  renderAs('external-approver', <CalendarFeedModal project={project} onClose={() => undefined} />)
  return server
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const answer = async (question: string, name: string) => {
  const dialog = within(await screen.findByRole('dialog', { name: question }))
  await userEvent.click(dialog.getByRole('button', { name }))
}
const address = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Your address' })

describe('The calendar feed', () => {
  it('has an address once one is made, which is shown then', async () => {
    open()
    await press('Make an address')
    expect((await address()).value).toBe(urlOf(1))
  })

  it('does not show its address a second time', async () => {
    open(1)
    expect(await screen.findByText(/cannot be shown again/)).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('gets a new address only after a question, because the old one ends', async () => {
    const server = open(1)
    await press('Make a new address')
    await answer('Make a new address?', 'Cancel')
    expect(server.made).toBe(1)
    await press('Make a new address')
    await answer('Make a new address?', 'Make a new address')
    expect((await address()).value).toBe(urlOf(2))
  })

  it('is switched off after a question', async () => {
    const server = open(1)
    await press('Switch off')
    await answer('Switch the calendar feed off?', 'Switch off')
    expect(await screen.findByRole('button', { name: 'Make an address' })).toBeTruthy()
    expect(server.isOn).toBe(false)
  })
})
