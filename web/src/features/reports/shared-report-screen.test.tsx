import { screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import { renderAs } from '../../../testing/render-as.tsx'
import { SharedReportScreen } from './shared-report-screen.tsx'

afterEach(() => window.history.replaceState(null, '', '/'))

const side = {
  ...{ decisions: 0, median_minutes: null, p90_minutes: null, rounds_per_post: null, late: 0, overdue: 0 },
}
const report = (goal: string) => ({
  ...{ from: '2026-05-01', to: '2026-05-31', networks: ['facebook'], goal, reasons: '' },
  sent_at: '2026-06-01T08:00:00.000Z',
  content: {
    ...{ agency_name: 'Bluebird', project_name: 'Harbor', timezone: 'Europe/Berlin', networks: [] },
    ...{ suggestions: [], posts: [], approvals: { client: side, agency: side, not_out: [], coming: [] } },
  },
})
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
  [404, 'not_found', 'This link has ended. Ask your agency for a new one.'],
  [422, 'validation_error', 'This link is cut off. Open it again from where you got it.'],
] as const)('a link that answers %d says in words what to do', async (status, code, words) => {
  serve({ 'POST /api/report-link': () => refusal(status, code, 'This field is required.') })
  await openLink('')
  renderAs({}, <SharedReportScreen />)
  expect((await screen.findByRole('alert')).textContent).toBe(words)
})
