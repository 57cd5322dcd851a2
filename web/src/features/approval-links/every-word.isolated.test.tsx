import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Messages, Values } from '#domain/kernel/languages/words.ts'
import { setWords } from '#web/platform/words.ts'
import { buildAccount } from '../../../testing/build-project.ts'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import { inOpenedLink, opened, post, waiting } from '../../../testing/opened-link.ts'
import { renderAs } from '../../../testing/render-as.tsx'
import { ApproveScreen } from './approve-screen.tsx'

/** A language in which every phrase stands in brackets, longer than in English: what is not in a catalogue stands out. */
const bracketed = new Proxy<Messages>(
  {},
  {
    get: (_, phrase) => (values: Values) => {
      const isElement = (value: unknown) => /^[\ue000-\ue0ff]$/.test(String(value))
      const [elements, said] = [true, false].map(wanted =>
        Object.values(values).filter(value => isElement(value) === wanted),
      ) as [unknown[], unknown[]]
      return `⟦${String(phrase)}${said.join(' ')}⟧${elements.join('')}`
    },
  },
)
vi.mock('#web/platform/speak.ts', () => ({ speak: async () => setWords('de', bracketed) }))
inOpenedLink()
afterEach(() => setWords('en'))

const open = 'GET /api/approval-link'
/** What people wrote, and what is called so in every language. */
const theirs =
  /^(Harbor|Bluebird|Clara Client|[A-Z]{2}|Blau( \d)?|As a digit|Why blue\?|Facebook|Instagram|LinkedIn|Twitter|H|[\d\s/…]+)$/

/** The words of the page that no catalogue has said. Previews show a network, in its own words; the choice shows languages by their names. */
const unsaid = (): string[] => {
  const found: string[] = []
  const note = (text: string | null) => {
    const words = (text ?? '').replace(/⟦[^⟦⟧]*(⟦[^⟦⟧]*⟧[^⟦⟧]*)*⟧/g, '').trim()
    if (/\p{L}/u.test(words) && !theirs.test(words)) found.push(words)
  }
  const walk = (element: Element) => {
    if (element.matches('[data-preview], option, time, ins, del, style, script')) return
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) note(element.getAttribute(name))
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) note(child.textContent)
      else if (child instanceof Element) walk(child)
    }
  }
  walk(document.body)
  return [...new Set(found)]
}
const button = (name: RegExp) =>
  screen.findAllByRole('button', { name }).then(([first]) => first as HTMLElement)

describe('Every word of the page of a link is in the catalogues', () => {
  it('of the posts, what changed, questions, a comment and a request for revision', async () => {
    const change = {
      social_networks: ['facebook'],
      parts: ['text', 'type'],
      first_comment: null,
      media: null,
    }
    const both = post(
      1,
      waiting(1, { message: 'Blau 1' }),
      waiting(3, { post_id: 1, social_network: 'linkedin', message: 'Blau 3' }),
    )
    const moved = post(2, waiting(2, { message: 'Blau 2', account_before: 'Harbor' }))
    const socials = [buildAccount('facebook', { name: 'Bluebird' })]
    serve({
      [open]: () =>
        answer(200, {
          ...opened(both, moved),
          socials,
          decided_before: [1],
          talked_about: [2],
          language: 'de',
        }),
      'GET /api/approval-link/posts/1/changes-since-decision': () =>
        answer(200, {
          decided_at: '2026-06-01T08:00:00.000Z',
          decision: 'revision_requested',
          schedule: { before: null, after: { date: '2026-06-03', time: '10:00', timezone: null } },
          unchanged: [],
          changes: [{ ...change, text: { before: 'Blau 0', after: 'Blau 1' }, links: null }],
          request: {
            post_social_id: 1,
            message: 'As a digit',
            checkboxes: [{ id: 1, label: 'Blau 1', is_checked: false }],
          },
        }),
      'GET /api/approval-link/posts/2/notes': () => answer(200, []),
    })
    const user = userEvent.setup()
    renderAs({}, <ApproveScreen />)
    await button(/⟦Look at/)
    await screen.findByRole('region', { name: /⟦What changed/ })
    expect(unsaid()).toEqual([])
    await user.click((await screen.findAllByRole('button', { name: /⟦Request revision/ }))[0] as HTMLElement)
    const drawer = within(await screen.findByRole('dialog'))
    await user.click(await drawer.findByRole('button', { name: /⟦Show where/ }))
    await drawer.findByText(/⟦Select the words/)
    expect(unsaid()).toEqual([])
    await user.click(drawer.getByRole('button', { name: '⟦Cancel⟧' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click((await screen.findAllByRole('button', { name: '⟦Add a comment⟧' }))[0] as HTMLElement)
    await screen.findByRole('dialog')
    expect(unsaid()).toEqual([])
  })

  it('of the code for a new device', async () => {
    serve({
      [open]: () => answer(200, { ...opened(), language: 'de', code_goes_to: 'H' }),
      'POST /api/approval-link/code': () => answer(200, {}),
    })
    renderAs({}, <ApproveScreen />)
    await userEvent.click(await button(/⟦Mail me/))
    await button(/⟦Mail another/)
    expect(unsaid()).toEqual([])
  })

  it.each([
    ['a link that has ended', () => refusal(404, 'not_found', 'Not found.')],
    ['a server that fails', () => refusal(500, 'internal', 'An error has occured Please try again!')],
    ['nothing that waits', () => answer(200, { ...opened(), language: 'de' })],
  ])('of %s', async (_, opens) => {
    serve({ [open]: opens })
    renderAs({}, <ApproveScreen />)
    await screen.findByRole('heading', { name: /⟦/ })
    expect(unsaid()).toEqual([])
  })
})
