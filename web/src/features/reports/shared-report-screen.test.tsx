import { screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import { renderAs } from '../../../testing/render-as.tsx'
import { SharedReportScreen } from './shared-report-screen.tsx'

afterEach(() => window.history.replaceState(null, '', '/'))

const side = {
  decisions: 0,
  median_minutes: null,
  p90_minutes: null,
  rounds_per_post: null,
  late: 0,
  overdue: 0,
}
const report = (goal: string) => ({
  from: '2026-05-01',
  to: '2026-05-31',
  networks: ['facebook'],
  goal,
  reasons: '',
  language: 'en-US',
  sent_at: '2026-06-01T08:00:00.000Z',
  reader_language: null,
  content: {
    agency_name: 'Bluebird',
    project_name: 'Harbor',
    timezone: 'Europe/Berlin',
    networks: [],
    suggestions: [],
    posts: [],
    approvals: { client: side, agency: side, not_out: [], coming: [] },
  },
})
const post = {
  post_id: 1,
  post_social_id: 2,
  social_network: 'facebook',
  message: 'Spring menu',
  rank: null,
  published_at: '2026-05-04T08:00:00.000Z',
  permalink: null,
  reach: 10,
  impressions: 12,
  likes: 3,
  comments: 1,
  shares: 0,
  clicks: 2,
}
const withPost = () => {
  const shared = report('Grow')
  return { ...shared, content: { ...shared.content, posts: [post] } }
}
const openLink = async (token: string) => {
  window.history.replaceState(null, '', `/report#${token}`)
  await act(async () => void window.dispatchEvent(new Event('hashchange')))
}

test('another link that is opened in the same tab shows its own report', async () => {
  const isMay = () => JSON.stringify(calls.at(-1)?.body).includes('may')
  const calls = serve({
    'POST /api/report-link': () => answer(200, report(isMay() ? 'Grow' : 'Shrink')),
  })
  await openLink('may')
  renderAs({}, <SharedReportScreen />)
  expect(await screen.findByText('Grow')).toBeTruthy()
  expect(
    screen.getByText('Posts made elsewhere count in the figures above, but are not listed.'),
  ).toBeTruthy()
  await openLink('june')
  expect(await screen.findByText('Shrink')).toBeTruthy()
  expect(screen.queryByText('Grow')).toBeNull()
})

test.each([
  [404, 'not_found', 'This link no longer works. Ask your agency for a new one.'],
  [422, 'validation_error', 'This link is incomplete. Open it again from the mail or message it came in.'],
] as const)('a link that answers %d says in words what to do', async (status, code, words) => {
  serve({ 'POST /api/report-link': () => refusal(status, code, 'This field is required.') })
  await openLink('')
  renderAs({}, <SharedReportScreen />)
  expect((await screen.findByRole('alert')).textContent).toBe(words)
})

test('the pictures of posts come after the report, and a report is read without them', async () => {
  let isThere = true
  serve({
    'POST /api/report-link': () => answer(200, withPost()),
    'POST /api/report-link/pictures': () =>
      isThere
        ? answer(200, [{ post_social_id: 2, src: 'data:image/jpeg;base64,AA' }])
        : refusal(503, 'try_later', 'Try later.'),
  })
  await openLink('may')
  renderAs({}, <SharedReportScreen />)
  expect((await screen.findByRole('presentation')).getAttribute('src')).toBe('data:image/jpeg;base64,AA')
  isThere = false
  await openLink('june')
  await screen.findByText('Spring menu')
  expect(screen.queryByRole('presentation')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
