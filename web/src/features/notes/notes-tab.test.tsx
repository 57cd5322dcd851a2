import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NOTES_PAGE } from '#domain/notes/limits.ts'
import type { Note } from '#domain/notes/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { queryKeys } from '#web/platform/query.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { NotesTab } from './notes-tab.tsx'

const carl = { id: 7, name: 'Carl Brandt', avatar_image_link: null }
const note: Note = {
  id: 5,
  post_social_id: 20,
  message: 'Larger logo?',
  is_for_client: false,
  mentions: [],
  attachments: [],
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  created_by_user: carl,
}
const picture = { id: 3, original_name: 'logo.png', previews: { small: '/s', medium: '/m', original: '/o' } }

/** The person is number 7, Carl, in this role. */
const open = (role: Role, notes: Note[] = [], count = notes.length) =>
  renderAs(role, <NotesTab subject={{ projectId: 3, postId: 10, postSocialId: 20 }} />, [
    [[...queryKeys.notes(3, 10), 20, 'pages'], { pages: [notes], pageParams: [undefined] }],
    [[...queryKeys.notes(3, 10), 20, 'count'], { count }],
  ])
const answerWith = (data: unknown) => {
  const sent: [string, RequestInit][] = []
  fakeFetch(async (url: string, init: RequestInit) => {
    if (init.method === 'GET') return Response.json({ data: url.endsWith('/count') ? { count: 1 } : [data] })
    sent.push([url, init])
    if (url.includes('/note-attachment/')) return Response.json({ data: true })
    return Response.json({ data: init.method === 'DELETE' ? {} : data })
  })
  return sent
}
const messageField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send note' })

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('The Notes tab', () => {
  it('says when there are none', () => {
    open('content-creator')
    expect(screen.getByText("You don't have any notes now")).toBeTruthy()
    expect(sendButton().disabled).toBe(true)
  })

  it('lists the newest first, with its time, and says who reads each', () => {
    open('content-creator', [note, { ...note, id: 6, message: 'For you', is_for_client: true }])
    const [first, second] = screen.getAllByRole('listitem')
    expect(within(first as HTMLElement).getByText('For you')).toBeTruthy()
    expect(within(first as HTMLElement).getByText('For the client')).toBeTruthy()
    expect(within(second as HTMLElement).getByText('Internal')).toBeTruthy()
    expect(second?.textContent).toContain('20 Nov 2026, 11:00 AM')
  })

  it('shows earlier notes on request, before the oldest one that is shown', async () => {
    const requests: string[] = []
    fakeFetch(async (url: string) => {
      requests.push(url)
      return Response.json({ data: [{ ...note, id: 1, message: 'The first' }] })
    })
    const full = Array.from({ length: NOTES_PAGE }, (_, index) => ({ ...note, id: index + 2 }))
    open('content-creator', full, NOTES_PAGE + 1)
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier notes' }))
    expect(await screen.findByText('The first')).toBeTruthy()
    expect(requests).toEqual(['/api/postssocials/20/notes?before=2'])
    const items = screen.getAllByRole('listitem')
    expect(items).toHaveLength(NOTES_PAGE + 1)
    expect(items.at(-1)?.textContent).toContain('The first')
    expect(screen.queryByRole('button', { name: 'Show earlier notes' })).toBe(null)
  })

  it('offers no earlier notes when a full page is all there is', () => {
    open(
      'content-creator',
      Array.from({ length: NOTES_PAGE }, (_, index) => ({ ...note, id: index + 2 })),
    )
    expect(screen.queryByRole('button', { name: 'Show earlier notes' })).toBe(null)
  })

  it('names the agency to a client, and offers no audience', () => {
    open('external-approver', [{ ...note, is_for_client: true, created_by_user: null }])
    expect(screen.getByText('The agency')).toBeTruthy()
    expect(screen.queryByText('For the client')).toBe(null)
    expect(screen.getByText('The agency reads it too.')).toBeTruthy()
  })

  it('assumes nothing while a client waits for an answer: the note is sent once its readers are chosen', async () => {
    const sent = answerWith(note)
    const asked = { ...note, id: 4, is_for_client: true, created_by_user: { ...carl, id: 9, name: 'Emil' } }
    open('content-creator', [asked, note])
    expect(screen.getByText(/^Emil wrote last .+ Choose who reads your note\.$/)).toBeTruthy()
    await userEvent.type(messageField(), 'On Tuesday')
    expect(sendButton().disabled).toBe(true)
    const choices = screen.getAllByRole<HTMLInputElement>('radio')
    expect(choices.map(({ value, checked }) => [value, checked])).toEqual([
      ['client', false],
      ['internal', false],
    ])
    await userEvent.click(screen.getByText('Answer the client'))
    await userEvent.click(sendButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    const form = sent[0]?.[1].body
    expect(form instanceof FormData && form.get('is_for_client')).toBe('true')
  })

  it('begins with Internal once the client has an answer, and where nobody of them has written', () => {
    const asked = { ...note, id: 4, is_for_client: true, created_by_user: { ...carl, id: 9, name: 'Emil' } }
    open('content-creator', [asked, { ...note, is_for_client: true }])
    expect(screen.queryByText(/wrote last/)).toBeNull()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Internal' }).checked).toBe(true)
  })

  it('sends a note for the client that mentions somebody, and empties the form', async () => {
    const sent = answerWith(note)
    open('content-creator')
    await userEvent.click(screen.getByText('For the client', { selector: 'span, label *, label' }))
    await userEvent.type(messageField(), 'Dear @em')
    await userEvent.click(await screen.findByRole('option', { name: 'Emil', hidden: true }))
    expect(messageField().value).toBe('Dear @Emil ')
    await userEvent.type(messageField(), 'look')
    await userEvent.click(sendButton())
    await waitFor(() => expect(messageField().value).toBe(''))
    expect(sent.map(([url]) => url)).toEqual(['/api/postssocials/20/notes'])
    const form = sent[0]?.[1].body
    expect(form instanceof FormData && Object.fromEntries(form.entries())).toEqual({
      message: 'Dear @Emil look',
      is_for_client: 'true',
      'mentions[0]': '9',
    })
  })

  it('takes no next note in before it is emptied of the one that is being sent', async () => {
    const counted = Promise.withResolvers<Response>()
    fakeFetch(async (url: string, init: RequestInit) =>
      url.endsWith('/count')
        ? counted.promise
        : Response.json({ data: init.method === 'GET' ? [note] : note }),
    )
    open('content-creator')
    await userEvent.type(messageField(), 'Larger logo?')
    const form = screen.getByRole('form', { name: 'Send note' })
    expect(form.hasAttribute('inert')).toBe(false)
    await userEvent.click(sendButton())
    expect(form.hasAttribute('inert')).toBe(true)
    counted.resolve(Response.json({ data: { count: 1 } }))
    await waitFor(() => expect(form.hasAttribute('inert')).toBe(false))
    expect(messageField().value).toBe('')
  })

  it('offers people by keyboard: arrows go round, Enter takes one', async () => {
    open('content-creator')
    await userEvent.type(messageField(), '@')
    const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent ?? '')
    const taken = () => screen.getByRole('option', { selected: true }).textContent
    const [first = '', second = ''] = names()
    expect(taken()).toBe(first)
    await userEvent.keyboard('{ArrowUp}')
    expect(taken()).toBe(names().at(-1))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(taken()).toBe(second)
    await userEvent.keyboard('{Enter}')
    expect(messageField().value).toBe(`@${second} `)
    expect(screen.queryByRole('listbox')).toBe(null)
  })

  it('does not offer the client in an internal note, nor anybody after Escape', async () => {
    open('content-creator')
    await userEvent.type(messageField(), '@em')
    expect(screen.queryByRole('option', { hidden: true })).toBe(null)
    await userEvent.clear(messageField())
    await userEvent.type(messageField(), '@ad')
    expect(screen.getByRole('option', { name: 'Ada', hidden: true })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('option', { hidden: true })).toBe(null)
  })

  it('keeps what was written when it could not be sent', async () => {
    fakeFetch(async () => Response.json({ message: 'no', code: 'internal' }, { status: 500 }))
    open('content-creator')
    await userEvent.type(messageField(), 'Larger logo?')
    await userEvent.click(sendButton())
    await waitFor(() => expect(sendButton().disabled).toBe(false))
    expect(messageField().value).toBe('Larger logo?')
  })

  it('refuses 1,001 characters with the text', async () => {
    open('content-creator')
    await userEvent.click(messageField())
    await userEvent.paste('x'.repeat(1001))
    expect(
      screen.getByText('Message length should be less than 1000 characters.', { exact: false }),
    ).toBeTruthy()
    expect(sendButton().disabled).toBe(true)
  })

  it('lets only the author edit, and admins delete as well', () => {
    const other = { ...note, created_by_user: { ...carl, id: 8 } }
    open('content-creator', [other])
    expect(screen.queryByRole('button', { name: /note$/ })?.textContent).toBe('Send note')
    open('agency-admin', [other])
    expect(screen.getByRole('button', { name: 'Delete note' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Edit note' })).toBe(null)
  })

  it('edits a note in its place and removes a picture', async () => {
    const sent = answerWith({ ...note, message: 'Smaller logo?' })
    open('content-creator', [{ ...note, attachments: [picture] }])
    await userEvent.click(screen.getByRole('button', { name: 'Edit note' }))
    const form = within(screen.getByRole('form', { name: 'Save' }))
    await userEvent.click(form.getByRole('button', { name: 'Remove picture 1' }))
    expect(sent[0]?.[0]).toBe('/api/postssocials/20/note-attachment/3')
    await userEvent.clear(form.getByRole('textbox', { name: 'Note' }))
    await userEvent.type(form.getByRole('textbox', { name: 'Note' }), 'Smaller logo?')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Save' })).toBe(null))
    expect(sent.map(([url]) => url)).toContain('/api/postssocials/20/notes/5')
  })

  it('asks before it deletes', async () => {
    const sent = answerWith(note)
    open('content-creator', [note])
    await userEvent.click(screen.getByRole('button', { name: 'Delete note' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(sent[0]?.[1].method).toBe('DELETE'))
  })
})
