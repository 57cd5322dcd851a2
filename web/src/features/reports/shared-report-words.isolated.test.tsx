import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import type { Messages, Values } from '#domain/kernel/languages/words.ts'
import { reportFigures } from '#domain/reports/figures.ts'
import { notOutReasons } from '#domain/reports/not-out.ts'
import { setWords } from '#web/platform/words.ts'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import { renderAs } from '../../../testing/render-as.tsx'
import { SharedReportScreen } from './shared-report-screen.tsx'

/** A language in which every phrase stands in brackets: what is not in a catalogue stands out. */
const bracketed = new Proxy<Messages>(
  {},
  { get: (_, phrase) => (values: Values) => `⟦${String(phrase)}${Object.values(values).join(' ')}⟧` },
)
const spoken = vi.hoisted(() => [] as ClientLanguage[])
vi.mock('#web/platform/speak.ts', () => ({
  speak: async (language: ClientLanguage) => {
    spoken.push(language)
    setWords(language, bracketed)
  },
}))
afterEach(() => {
  setWords('en')
  spoken.length = 0
  window.history.replaceState(null, '', '/')
})

const version = { post_id: 1, post_social_id: 2, social_network: 'facebook', message: 'Harbor' }
const planned = { ...version, scheduled_at: '2026-05-04T08:00:00.000Z' }
const published = {
  ...version,
  rank: 'best',
  published_at: '2026-05-04T08:00:00.000Z',
  permalink: null,
  reach: 10,
  impressions: 12,
  likes: 3,
  comments: 1,
  shares: 0,
  clicks: 2,
}
const times = { decisions: 1, median_minutes: 40, p90_minutes: 90, rounds_per_post: 1.5, late: 0 }
const side = { ...times, overdue: 0 }
const sum = { total: 1, per_post: 1 }
const figure = (label: string) => ({
  label,
  value: 20,
  previous: 10,
  change: 100,
  trailing: 15,
  daily: [1, 2],
})
const report = {
  from: '2026-05-01',
  to: '2026-05-31',
  networks: ['facebook', 'twitter'],
  goal: 'Harbor',
  reasons: 'Harbor',
  language: 'de',
  sent_at: '2026-06-01T08:00:00.000Z',
  reader_language: null as ClientLanguage | null,
  content: {
    agency_name: 'Bluebird',
    project_name: 'Harbor',
    timezone: 'Europe/Berlin',
    words: 'de',
    networks: [
      { social_network: 'facebook', figures: reportFigures.facebook.map(([, label]) => figure(label)) },
      { social_network: 'twitter', figures: [] },
    ],
    suggestions: [],
    posts: [published, { ...published, post_social_id: 3, message: '', rank: 'worst' }],
    campaigns: [null, 'Harbor'].map(name => ({
      name,
      posts: 1,
      reach: sum,
      impressions: sum,
      engagement: sum,
      clicks: sum,
    })),
    approvals: {
      client: side,
      agency: side,
      not_out: notOutReasons.map((reason, id) => ({
        ...planned,
        post_social_id: id + 1,
        message: '',
        reason,
      })),
      coming: [planned],
    },
  },
}
/** What people wrote, what is called so in every language, and what `Intl` writes. */
const theirs =
  /^(Harbor|Bluebird|Facebook|Twitter|PDF|CSV|\d+\.? \p{L}+\.? \d+|1\.–31\. Mai 2026|[\d,]+ \p{L}+\.?)$/u

const unsaid = (): string[] => {
  const found: string[] = []
  const note = (text: string | null) => {
    const words = (text ?? '').replace(/⟦[^⟦⟧]*(⟦[^⟦⟧]*⟧[^⟦⟧]*)*⟧/g, '').trim()
    if (/\p{L}/u.test(words) && !theirs.test(words)) found.push(words)
  }
  for (const element of document.body.querySelectorAll('*')) {
    if (element.matches('option, style, script')) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) note(element.getAttribute(name))
    for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) note(child.textContent)
  }
  return [...new Set(found)]
}
const open = (opened: () => ReturnType<typeof answer>) => {
  const calls = serve({
    'POST /api/report-link': opened,
    'POST /api/report-link/pictures': () => answer(200, []),
    'POST /api/report-link/pdf': () =>
      refusal(503, 'unavailable', 'Galley is temporarily unavailable. Please try again.'),
  })
  window.history.replaceState(null, '', '/report#may')
  renderAs({}, <SharedReportScreen />)
  return calls
}

describe('The page of a report', () => {
  it('has no words but those of a catalogue, in what it shows and what goes wrong', async () => {
    open(() => answer(200, report))
    await screen.findByRole('heading', { name: '⟦What happened⟧' })
    expect(unsaid()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'PDF' }))
    await screen.findByRole('alert')
    expect(unsaid()).toEqual([])
  })

  it.each([
    ['has ended', () => refusal(404, 'not_found', 'Not found.')],
    ['is not complete', () => refusal(422, 'validation_error', 'This field is required.')],
  ])('of a link that %s has none either', async (_, opened) => {
    open(opened)
    await screen.findByRole('alert')
    expect(unsaid()).toEqual([])
  })

  it('begins with its title, and then has what can be done with it', async () => {
    open(() => answer(200, report))
    const title = await screen.findByRole('heading', { level: 1 })
    const button = screen.getByRole('button', { name: 'PDF' })
    expect(title.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('is in the language of the report, unless its reader has chosen one, before or here', async () => {
    const calls = open(() => answer(200, { ...report, reader_language: 'fr' }))
    await screen.findByText('1–31 mai 2026')
    expect(spoken).toEqual(['fr'])
    await userEvent.selectOptions(screen.getByRole('combobox'), 'pl')
    await screen.findByText('1–31 maja 2026')
    expect(document.documentElement.lang).toBe('pl')
    await userEvent.click(screen.getByRole('button', { name: 'PDF' }))
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ language: 'pl' }))
  })

  it('that was sent before there were words of other languages stays as it was', async () => {
    const { words: _, ...content } = report.content
    open(() => answer(200, { ...report, content }))
    await screen.findByText('1.–31. Mai 2026')
    expect(spoken).toEqual(['en'])
  })
})
