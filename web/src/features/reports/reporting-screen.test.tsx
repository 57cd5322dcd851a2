import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ProjectUser } from '#domain/projects/model.ts'
import type { Report, ReportSummary } from '#domain/reports/model.ts'
import { buildAccount, buildProject } from '../../../testing/build-project.ts'
import { openScreen, person } from '../../../testing/fake-project-server.tsx'
import { ReportEditor } from './report-editor.tsx'
import { ReportingScreen } from './reporting-screen.tsx'

const side = { decisions: 2, median_minutes: 120, p90_minutes: 330, rounds_per_post: 1, late: 1, overdue: 0 }
const draft: Report = {
  id: 7,
  from: '2026-05-01',
  to: '2026-05-31',
  networks: ['facebook'],
  sent_at: null,
  sent_to: [],
  updated_at: '2026-06-01T08:00:00.000Z',
  goal: 'Grow',
  reasons: '',
  version: 1,
  links: 0,
  active_links: [],
  language: 'en-US',
  is_scheduled: false,
  content: {
    agency_name: 'Bluebird',
    project_name: 'Harbor',
    timezone: 'Europe/Berlin',
    networks: [
      {
        social_network: 'facebook',
        figures: [
          {
            label: 'Impressions',
            value: 1500,
            previous: 1000,
            change: 50,
            trailing: null,
            daily: [40, null, 60],
          },
        ],
      },
    ],
    suggestions: ['Impressions on Facebook rose by 50 % (from 1,000 to 1,500).'],
    posts: [],
    approvals: {
      client: side,
      agency: side,
      coming: [],
      not_out: [
        {
          post_id: 1,
          post_social_id: 2,
          social_network: 'facebook',
          message: 'Spring menu',
          scheduled_at: '2026-05-31T23:00:00.000Z',
          reason: 'waiting_for_client',
        },
      ],
    },
  },
}
/** The draft as the list of reports has it. */
const listed: ReportSummary = {
  id: draft.id,
  from: draft.from,
  to: draft.to,
  networks: draft.networks,
  sent_at: null,
  sent_to: [],
  updated_at: draft.updated_at,
}
const stay = () => undefined
const path = '/projects/3/reports/7'
const openEditor = (
  report: Report,
  save: { status?: number; code?: string; data?: unknown } = { data: { version: 2 } },
) =>
  openScreen(() => <ReportEditor reportId={7} onDeleted={stay} />, {
    answer: request => {
      if (request.path === path && request.method === 'GET') return { data: report }
      if (request.path === path && request.method === 'POST') return save
      if (request.path === `${path}/pictures`)
        return { data: [{ post_social_id: 2, src: '/media/spring/small' }] }
      if (request.path === `${path}/link` && request.method === 'DELETE') return { data: { revoked: 2 } }
      if (request.path === `${path}/link`)
        return {
          data: { url: 'https://galley.example/report#secret', expires_at: '2026-09-01T08:00:00.000Z' },
        }
      return null
    },
  })

test('a draft shows its figures, what did not go out and why, and saves what is written', async () => {
  const page = await openEditor(draft)
  const figures = within(await screen.findByRole('list', { name: 'Figures of Facebook' }))
  expect(figures.getByRole('listitem').textContent).toBe('Impressions1,500+50 %Before 1,000')
  expect(figures.getByRole('img', { name: 'Impressions by day: from 40 to 60' })).toBeTruthy()
  expect(
    screen.getByRole('row', { name: /Spring menu Facebook Jun 1, 2026 The client had not/ }),
  ).toBeTruthy()
  await page.user.type(screen.getByRole('textbox', { name: 'What we set out to do' }), ' fast')
  await waitFor(() =>
    expect(page.sent('POST').at(-1)?.body).toMatchObject({ goal: 'Grow fast', reasons: '', version: 1 }),
  )
  expect(await screen.findByText('Saved')).toBeTruthy()
})

test('the largest movements are added to the explanation, to be edited', async () => {
  const page = await openEditor(draft)
  await page.user.click(await screen.findByRole('button', { name: 'Add the largest movements' }))
  const reasons = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Why' })
  expect(reasons.value).toBe(draft.content.suggestions[0])
})

test('a second writer is told that the first has saved, and nothing is overwritten', async () => {
  const page = await openEditor(draft, { status: 409, code: 'stale_version' })
  await page.user.type(await screen.findByRole('textbox', { name: 'Why' }), 'Sun')
  expect(await screen.findByText('Somebody else has changed this report')).toBeTruthy()
  const sent = page.sent('POST').length
  await page.user.type(screen.getByRole('textbox', { name: 'Why' }), ' and rain')
  await new Promise(resolve => setTimeout(resolve, 1000))
  expect(page.sent('POST')).toHaveLength(sent)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Freeze' }).disabled).toBe(true)
})

test('the second writer loads the newer version, and goes on writing in it', async () => {
  const answers = [draft, { ...draft, goal: 'Shrink', version: 5 }]
  const page = await openScreen(() => <ReportEditor reportId={7} onDeleted={stay} />, {
    answer: request => {
      if (request.path !== path) return null
      if (request.method === 'GET') return { data: answers.shift() }
      const { version } = request.body as { version: number }
      return version === 5 ? { data: { version: 6 } } : { status: 409, code: 'stale_version' }
    },
  })
  await page.user.type(await screen.findByRole('textbox', { name: 'Why' }), 'Sun')
  await page.user.click(await screen.findByRole('button', { name: 'Load the newer version' }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What we set out to do' }).value).toBe(
      'Shrink',
    ),
  )
  await page.user.type(screen.getByRole('textbox', { name: 'Why' }), 'Rain')
  await waitFor(() =>
    expect(page.sent('POST').at(-1)?.body).toMatchObject({ goal: 'Shrink', reasons: 'Rain', version: 5 }),
  )
})

test('a report that another has changed is not frozen: the newer one is shown', async () => {
  const answers = [draft, { ...draft, goal: 'Shrink', version: 5 }]
  const page = await openScreen(() => <ReportEditor reportId={7} onDeleted={stay} />, {
    answer: request => {
      if (request.path === `${path}/freeze`) return { status: 409, code: 'stale_version' }
      return request.path === path && request.method === 'GET' ? { data: answers.shift() } : null
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Freeze' }))
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Freeze' }))
  expect(await screen.findByDisplayValue('Shrink')).toBeTruthy()
})

test('a writer whose report was deleted is told so, and nothing is tried again', async () => {
  const page = await openEditor(draft, { status: 404, code: 'not_found' })
  await page.user.type(await screen.findByRole('textbox', { name: 'Why' }), 'Sun')
  expect(await screen.findByText('Somebody has deleted this report')).toBeTruthy()
  expect(screen.queryByText('Not saved. Trying again…')).toBeNull()
})

test('a sent report cannot be written in, and has a link that is shown once', async () => {
  const page = await openEditor({ ...draft, sent_at: '2026-06-01T08:00:00.000Z' })
  await page.user.click(await screen.findByRole('button', { name: 'Make a link' }))
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link to this report' })
  expect(link.value).toBe('https://galley.example/report#secret')
  expect(screen.queryByRole('textbox', { name: 'Why' })).toBeNull()
  expect(screen.getByText('Grow')).toBeTruthy()
})

const people = [
  person({ id: 50, name: 'Ada Dale', role: 'agency-admin', email: 'ada@example.com' }),
  person({ id: 53, name: 'Eve Park', role: 'external-approver', email: 'eve@example.com' }),
]

test('a report is sent to people of the project and to other addresses, and the button says to how many', async () => {
  const project = buildProject('agency-admin', { projectUsers: people })
  const page = await openScreen(() => <ReportEditor reportId={7} onDeleted={stay} />, {
    answer: request => {
      if (request.path === '/projects/3') return { data: project }
      if (request.path === `${path}/send`) return { data: { sent: 3, left_out: [] } }
      return request.path === path ? { data: draft } : null
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Send…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Send this report' })
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
  await page.user.click(await within(dialog).findByRole('checkbox', { name: 'Eve Park' }))
  await page.user.type(
    within(dialog).getByRole('textbox', { name: 'Other email addresses' }),
    'CEO@client.example, cfo@client.example',
  )
  await page.user.click(within(dialog).getByRole('button', { name: 'Freeze and send to 3 people' }))
  expect(await screen.findByText('Sent to 3 people')).toBeTruthy()
  expect(page.sent('POST').at(-1)?.body).toEqual({
    user_ids: [53],
    emails: ['ceo@client.example', 'cfo@client.example'],
    version: 1,
  })
})

test('a report that was not sent to everybody says to whom not, and why', async () => {
  const page = await openScreen(() => <ReportEditor reportId={7} onDeleted={stay} />, {
    answer: ({ path: request }) => {
      if (request === `${path}/send`) return { data: { sent: 1, left_out: ['ceo@client.example'] } }
      return request === path ? { data: draft } : null
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Send…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send this report' }))
  const addresses = dialog.getByRole('textbox', { name: 'Other email addresses' })
  await page.user.type(addresses, 'ceo@client.example, cfo@client.example')
  await page.user.click(dialog.getByRole('button', { name: 'Freeze and send to 2 people' }))
  const told = await dialog.findByText(
    /^Sent to 1 person, but not to ceo@client\.example: they were sent too many/,
  )
  expect(told).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /send/i })).toBeNull()
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect(page.sent('POST')).toHaveLength(1)
  expect(dialog.getByRole('button', { name: 'Done' })).toBeTruthy()
})

const monthly = {
  networks: ['facebook'],
  manager_id: 51,
  manager: 'Cleo Marsh',
  next_at: '2026-12-01T07:00:00.000Z',
}
const openMonthly = (
  report: Report,
  { people = [], ...to }: { user_ids: number[]; emails: string[]; people?: ProjectUser[] },
) =>
  openScreen(() => <ReportEditor reportId={7} onDeleted={stay} />, {
    people,
    answer: ({ method, path: request }) => {
      if (request === '/projects/3/report-schedule') return { data: { ...monthly, ...to } }
      if (request === path && method === 'GET') return { data: { ...report, is_scheduled: true } }
      return request === `${path}/send` ? { data: { sent: 1, left_out: [] } } : null
    },
  })

test('a draft of the monthly schedule is meant for those whom the schedule names', async () => {
  const page = await openMonthly(draft, { user_ids: [], emails: ['ceo@client.example'] })
  await page.user.click(await screen.findByRole('button', { name: 'Send…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send this report' }))
  await page.user.click(await dialog.findByRole('button', { name: 'Freeze and send to 1 person' }))
  await waitFor(() =>
    expect(page.sent('POST').at(-1)?.body).toMatchObject({ emails: ['ceo@client.example'] }),
  )
})

test('a report that some of them have is proposed to the others, and says who has it', async () => {
  const sent_at = '2026-06-02T08:00:00.000Z'
  const sent_to = [
    { name: 'Eve Park', email: 'eve@client.example', sent_at },
    { name: '', email: 'cfo@client.example', sent_at },
  ]
  const page = await openMonthly(
    { ...draft, sent_at, sent_to },
    {
      user_ids: [53, 54],
      emails: ['ceo@client.example', 'cfo@client.example'],
      people: [
        person({ id: 53, name: 'Eve Park', email: 'eve@client.example' }),
        person({ id: 54, name: 'Otto Lind', email: 'otto@client.example' }),
      ],
    },
  )
  await page.user.click(await screen.findByRole('button', { name: 'Send…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send this report' }))
  expect(await dialog.findByText(/ It was already sent to Eve Park and cfo@client\.example\.$/)).toBeTruthy()
  await page.user.click(await dialog.findByRole('button', { name: 'Send to 2 people' }))
  await waitFor(() =>
    expect(page.sent('POST').at(-1)?.body).toEqual({
      user_ids: [54],
      emails: ['ceo@client.example'],
      version: 1,
    }),
  )
})

test('a report is begun for days and networks, and opened', async () => {
  const opened: unknown[] = []
  const page = await openScreen(
    () => <ReportingScreen reportId={undefined} onReport={id => opened.push(id)} />,
    {
      answer: ({ method, path: request }) => {
        if (request === '/projects/3/report-schedule') return { data: null }
        return request === '/projects/3/reports' ? { data: method === 'GET' ? [listed] : { id: 8 } } : null
      },
    },
  )
  expect(await screen.findByRole('link', { name: 'May 1, 2026 to May 31, 2026' })).toBeTruthy()
  await page.user.click(screen.getByRole('checkbox', { name: 'Twitter' }))
  await page.user.click(screen.getByRole('button', { name: 'Start a report' }))
  await waitFor(() => expect(opened).toEqual([8]))
  expect(page.sent('POST')[0]?.body).toMatchObject({ networks: ['facebook', 'instagram', 'linkedin'] })
})

test('a report is about the connected networks unless others are chosen', async () => {
  const project = buildProject('agency-admin', {
    socials: [buildAccount('facebook'), buildAccount('linkedin')],
  })
  const page = await openScreen(() => <ReportingScreen reportId={undefined} onReport={stay} />, {
    answer: ({ method, path: request }) => {
      if (request === '/projects/3') return { data: project }
      if (request === '/projects/3/report-schedule') return { data: null }
      return request === '/projects/3/reports' ? { data: method === 'GET' ? [] : { id: 8 } } : null
    },
  })
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Twitter' }).checked).toBe(false),
  )
  await page.user.click(screen.getByRole('button', { name: 'Start a report' }))
  await waitFor(() =>
    expect(page.sent('POST')[0]?.body).toMatchObject({ networks: ['facebook', 'linkedin'] }),
  )
})

test('a report is written in the language that is chosen, and what somebody wrote stays', async () => {
  const page = await openEditor({ ...draft, reasons: 'We tried. Followers rose.' })
  const languages = await screen.findByRole('combobox', { name: 'Language of the report' })
  expect(screen.getByText('May 1 – 31, 2026')).toBeTruthy()
  await page.user.click(await screen.findByRole('button', { name: 'Add the largest movements' }))
  const reasons = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Why' })
  expect(reasons.value).toBe(`We tried. Followers rose.\n${draft.content.suggestions[0]}`)
  await page.user.selectOptions(languages, 'Deutsch')
  expect(await screen.findByRole('heading', { name: 'Was geschehen ist' })).toBeTruthy()
  expect(screen.getByText('1.–31. Mai 2026')).toBeTruthy()
  expect(screen.getByText('Davor 1.000')).toBeTruthy()
  await waitFor(() => expect(reasons.value).toMatch(/^We tried\. Followers rose\.\n.*: Anstieg um /))
  await page.user.selectOptions(languages, 'Čeština (dates and numbers only)')
  expect(await screen.findByRole('heading', { name: 'What happened' })).toBeTruthy()
  expect(screen.getByText('Before 1 000')).toBeTruthy()
  await page.user.selectOptions(languages, 'Deutsch')
  await waitFor(() => expect(page.sent('POST').at(-1)?.body).toMatchObject({ language: 'de' }))
})

test('posts have their pictures, once those are there', async () => {
  const post = {
    post_id: 1,
    social_network: 'facebook' as const,
    published_at: '2026-05-04T08:00:00.000Z',
    permalink: null,
    reach: 10,
    impressions: 12,
    likes: 3,
    comments: 1,
    shares: 0,
    clicks: 2,
    rank: null,
  }
  const posts = [
    { ...post, post_social_id: 2, message: 'Spring menu' },
    { ...post, post_social_id: 3, message: 'A text alone' },
  ]
  await openEditor({ ...draft, content: { ...draft.content, posts } })
  const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }))
  await waitFor(async () =>
    expect((await rowOf(/Spring menu Facebook May 4/)).getByRole('presentation').getAttribute('src')).toBe(
      '/media/spring/small',
    ),
  )
  expect((await rowOf(/A text alone/)).queryByRole('presentation')).toBeNull()
})

test.each([
  ['a draft', draft, 'Freeze'],
  ['a sent report', { ...draft, sent_at: '2026-06-02T08:00:00.000Z' }, 'Make a link'],
])('%s begins with its title, and what can be done with it stands after it', async (_, report, action) => {
  await openEditor(report)
  const title = await screen.findByRole('heading', { level: 1, name: 'Harbor' })
  const after = (element: HTMLElement) =>
    title.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING
  for (const button of screen.getAllByRole('button')) expect(after(button), button.textContent).toBeTruthy()
  expect(screen.getByRole('button', { name: action })).toBeTruthy()
})

test('a report has both logos', async () => {
  const look = {
    accent: '#0055aa',
    agency_logo: 'data:image/png;base64,AA',
    project_logo: 'data:image/png;base64,AB',
  }
  await openEditor({ ...draft, content: { ...draft.content, look } })
  expect((await screen.findByRole<HTMLImageElement>('img', { name: 'Logo of Harbor' })).src).toBe(
    look.project_logo,
  )
})
