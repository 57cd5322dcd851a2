import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { Post } from '#domain/posts/model.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { buildPost, buildPostSocial } from '../../../../testing/build-post.ts'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { buildProject, renderAs } from '../../../../testing/render-in-project.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ActionBar } from './action-bar.tsx'
import { usePostActions } from './use-post-actions.tsx'

const now = new Date('2026-11-21T10:00:00Z')

type Case = {
  readonly role: Role
  readonly status: PostSocialStatus
  readonly network?: SocialNetwork
  /** A second version, a draft. */
  readonly also?: SocialNetwork
  readonly masterId?: number
  readonly isScheduled?: boolean
  /** The time; by default long before the schedule's. */
  readonly at?: string
  readonly problems?: number
  /** What was typed since the buttons were drawn counts too. */
  readonly problemsNow?: number
}

const scheduled: Post['latest_schedule'] = {
  id: 5,
  schedule_id: 5,
  post_id: 10,
  date: '2026-12-01',
  time: '09:30:00',
  datetime: '2026-12-01T08:30:00.000Z',
  timezone: 'Europe/Berlin',
  is_autoposting: true,
}

const ensureSaved = vi.fn(async () => undefined)

function Buttons(given: Case) {
  const { role, status, network = 'facebook', isScheduled = false, problems = 0 } = given
  const second = given.also ? [buildPostSocial({ id: 71, status: 'draft', social_network: given.also })] : []
  const post = buildPost([buildPostSocial({ status, social_network: network }), ...second], {
    master_social_post_id: given.masterId ?? null,
    latest_schedule: isScheduled ? scheduled : null,
  })
  const { main, more, dialogs } = usePostActions({
    post,
    project: buildProject(role),
    network,
    context: { actor: { role }, settings: {}, now: new Date(given.at ?? now), problems },
    countProblems: () => given.problemsNow ?? problems,
    preset: { date: '2026-12-05', time: '09:00' },
    whenUploaded: async () => true,
    ensureSaved,
    onDeleted: vi.fn(),
  })
  return (
    <>
      <ActionBar main={main} more={more} />
      {dialogs}
    </>
  )
}

const open = (given: Case) => {
  renderAs(given.role, <Buttons {...given} />)
  return userEvent.setup()
}
// happy-dom has no layout, so the floating list is never positioned and counts as hidden.
const names = () =>
  screen.queryAllByRole('button', { hidden: true }).map(button => button.textContent || button.ariaLabel)
const allNames = async (given: Case) => {
  const user = open(given)
  const shown = names()
  const dots = screen.queryByRole('button', { name: 'More actions' })
  if (dots) await user.click(dots)
  if (dots) await waitFor(() => expect(names().length).toBeGreaterThan(shown.length))
  return names()
}

const skippedAll = (post: Post) => ({
  approval_plan: {
    postId: 10,
    isMasterContent: false,
    isSingleRoundInternalApprove: false,
    masterSocialNetwork: null,
    rounds: { internal: { isSkipped: true }, external: { isSkipped: true } },
  },
  post,
  post_socials: post.post_socials,
  post_status: post.status,
})

const warning = { kind: 'other_client', social_network: 'facebook', client: 'Bloom', found: '#Bloom' }
const warned = () => screen.findByText(/names another client/)

const sent: { url: string; body: unknown }[] = []
beforeEach(() => {
  sent.length = 0
  ensureSaved.mockClear()
  vi.useFakeTimers({ toFake: ['Date'], now })
  fakeFetch(async (url: string, init: RequestInit) => {
    if (url.includes('/posts/warnings/')) return Response.json({ data: [warning] })
    sent.push({ url, body: JSON.parse(String(init.body ?? 'null')) })
    const post = buildPost([buildPostSocial({ status: 'pending_internal_approval' })])
    if (url.includes('/approvals/skip')) return Response.json({ data: skippedAll(post) })
    if (url.includes('/posts/stop/undo/')) return Response.json({ data: {} })
    if (url.includes('/posts/stop/'))
      return Response.json({ data: { schedule_id: 5, still_sending: ['twitter'] } })
    if (url.includes('/posts/publish/')) return Response.json({ data: post })
    if (url.includes('/time-slots')) return Response.json({ data: { slots: [], version: 1 } })
    return Response.json({ data: [{ post_id: 10, post, refusal: null, undo: null }] })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the buttons of a post', () => {
  test.each<[Case, string[], string[]]>([
    [
      { role: 'content-creator', status: 'temporary_draft' },
      ['Save as draft', 'Schedule', 'Send to approval', 'Delete'],
      ['Publish now', 'Schedule and Skip Approval'],
    ],
    [
      { role: 'agency-admin', status: 'draft' },
      ['Send to approval', 'Schedule and Skip Approval', 'Publish now', 'Delete'],
      ['Save as draft'],
    ],
    [{ role: 'content-creator', status: 'requires_revision' }, ['Resend to approval'], ['Send to approval']],
    [{ role: 'agency-admin', status: 'publishing_failed' }, ['Publish again'], ['Send to approval']],
    [
      { role: 'content-creator', status: 'pending_publish', isScheduled: true },
      ['Change Schedule'],
      ['Publish now', 'Publish again'],
    ],
    [{ role: 'agency-admin', status: 'on_publishing' }, ['Stop this post'], ['Delete', 'Publish now']],
    [{ role: 'internal-approver', status: 'draft' }, [], ['Save', 'Send to approval', 'Delete']],
    [{ role: 'agency-admin', status: 'live' }, [], ['Delete', 'Publish now', 'Change Schedule']],
  ])('for %o are %j and not %j', async (given, shown, hidden) => {
    const all = await allNames(given)
    for (const name of shown) expect(all).toContain(name)
    for (const name of hidden) expect(all).not.toContain(name)
  })

  it('say why they are disabled', async () => {
    open({ role: 'content-creator', status: 'draft', network: 'twitter' })
    const button = screen.getByRole('button', { name: 'Send to approval' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.getAttribute('aria-description')).toContain(
      'An admin can allow it in the project settings.',
    )
  })

  it('open nothing while there are problems', async () => {
    const user = open({ role: 'content-creator', status: 'draft', problems: 2 })
    await user.click(screen.getByRole('button', { name: 'Send to approval' }))
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('open nothing when the last key has brought a problem that no button shows yet', async () => {
    const user = open({ role: 'content-creator', status: 'draft', isScheduled: true, problemsNow: 1 })
    await user.click(screen.getByRole('button', { name: 'Send to approval' }))
    expect(ensureSaved).not.toHaveBeenCalled()
    expect(screen.queryByRole('dialog')).toBe(null)
  })
})

describe('Send to approval', () => {
  it('asks for the time of a draft without a schedule, starting with the day from the calendar', async () => {
    const user = open({ role: 'content-creator', status: 'draft' })
    await user.click(screen.getByRole('button', { name: 'Send to approval' }))
    expect(await screen.findByText('Schedule Post')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Hours').value).toBe('09')
  })

  it('sends the message and the chosen people to their rounds', async () => {
    const user = open({ role: 'content-creator', status: 'draft', isScheduled: true })
    await user.click(screen.getByRole('button', { name: 'Send to approval' }))
    expect(await screen.findByText('Choose people (optional)')).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: 'Agency role' }))
    expect(screen.queryByRole('option', { name: /Carl/, hidden: true })).toBe(null)
    await user.click(screen.getByRole('option', { name: /Emil/, hidden: true }))
    await user.click(screen.getByRole('option', { name: /Inès/, hidden: true }))
    await user.type(screen.getByLabelText('Message'), 'By Friday, please')
    await user.click(screen.getByRole('button', { name: 'Send', hidden: true }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({
      url: '/api/posts/approvals/batch',
      body: {
        posts_ids: [10],
        concrete_internal_approver_id: [8],
        concrete_external_approver_id: [9],
        message: 'By Friday, please',
      },
    })
  })
})

describe('Resend to approval', () => {
  const action = {
    approval_id: 50,
    post_social_id: 1,
    round: 'internal',
    message: null,
    attachments: [],
    created_at: '2026-11-20T10:00:00.000Z',
    created_by_user: null,
  }
  const item = (id: number, label: string, is_checked = false) => ({ id, label, is_checked })
  const asked = [item(5, 'New logo'), item(6, 'Shorter'), item(7, 'Other link', true)]
  const actions = [
    { ...action, id: 72, type: 'question_pushed', checkboxes: [] },
    { ...action, id: 71, type: 'revision_requested', checkboxes: asked },
    { ...action, id: 70, type: 'approval_started', checkboxes: [] },
    { ...action, id: 69, type: 'revision_requested', checkboxes: [item(4, 'Long ago')] },
  ]
  const history = { post_social_id: 1, social_network: 'facebook', approvals: [], actions }
  const withHistory = () =>
    fakeFetch(async (url: string, init: RequestInit) => {
      const post = buildPost([buildPostSocial({ status: 'pending_internal_approval' })])
      if (url.includes('/posts/warnings/')) return Response.json({ data: [] })
      if (url === '/api/posts/approvals/10')
        return Response.json({
          data: { approvals: [history], approval_plan: skippedAll(post).approval_plan },
        })
      sent.push({ url, body: JSON.parse(String(init.body ?? 'null')) })
      if (url.includes('/checkboxes')) return Response.json({ data: { checkboxes: [], attachments: [] } })
      return Response.json({ data: [{ post_id: 10, post, refusal: null, undo: null }] })
    })

  it('checks off what the latest request asked for, except what is left open', async () => {
    withHistory()
    const user = open({ role: 'content-creator', status: 'requires_revision', isScheduled: true })
    await user.click(screen.getByRole('button', { name: 'Resend to approval' }))
    const group = within(await screen.findByRole('group', { name: 'Done since the request', hidden: true }))
    const boxes = group.getAllByRole<HTMLInputElement>('checkbox', { hidden: true })
    expect(boxes.map(({ checked, labels }) => [labels?.[0]?.textContent, checked])).toEqual([
      ['New logo', true],
      ['Shorter', true],
    ])
    await user.click(group.getByLabelText('Shorter'))
    await user.click(screen.getByRole('button', { name: 'Send', hidden: true }))
    await waitFor(() =>
      expect(sent).toEqual([
        {
          url: '/api/posts/approvals/revision/checkboxes',
          body: { approval_action_id: 71, checkboxes: [{ id: 5, is_checked: true }] },
        },
        { url: '/api/posts/approvals/batch', body: expect.objectContaining({ posts_ids: [10] }) },
      ]),
    )
  })
})

describe('Schedule and Skip Approval', () => {
  it('needs at least one round to skip', async () => {
    const user = open({ role: 'agency-admin', status: 'draft', isScheduled: true })
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('button', { name: 'Schedule and Skip Approval', hidden: true }))
    const next = await screen.findByRole<HTMLButtonElement>('button', { name: 'Continue' })
    expect(next.disabled).toBe(true)
    await user.click(screen.getByLabelText('Skip internal approval'))
    expect(next.disabled).toBe(false)
    await user.click(screen.getByLabelText('Skip client approval'))
    expect(screen.getByText('The post is scheduled without any approval.')).toBeTruthy()
    expect(screen.queryByLabelText('For')).toBe(null)
  })

  it('can be for one network, and says what happens to the others', async () => {
    const user = open({ role: 'agency-admin', status: 'draft', isScheduled: true, also: 'linkedin' })
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('button', { name: 'Schedule and Skip Approval', hidden: true }))
    await user.selectOptions(await screen.findByLabelText('For'), 'LinkedIn only')
    await user.click(screen.getByLabelText('Skip internal approval'))
    await user.click(screen.getByLabelText('Skip client approval'))
    expect(screen.getByText(/^LinkedIn is scheduled without any approval/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Schedule' }))
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({
        url: '/api/posts/approvals/skip-social',
        body: { post_social_id: 71, skipped_approvals: ['internal', 'external'] },
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  })

  it('offers no single network with master content, which decides for all', async () => {
    const user = open({
      role: 'agency-admin',
      status: 'draft',
      isScheduled: true,
      also: 'linkedin',
      masterId: 71,
    })
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('button', { name: 'Schedule and Skip Approval', hidden: true }))
    await screen.findByLabelText('Skip internal approval')
    expect(screen.queryByLabelText('For')).toBe(null)
  })
})

const confirmButton = async () =>
  within(await screen.findByRole('dialog', { name: 'Publish now?' })).getByRole('button', {
    name: 'Publish now',
  })

describe('Publish now', () => {
  it('asks first, and tells an admin that not everything is approved', async () => {
    const user = open({ role: 'agency-admin', status: 'draft' })
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('button', { name: 'Publish now', hidden: true }))
    expect(await screen.findByText(/Not everything is approved/)).toBeTruthy()
    expect((await warned()).textContent).toBe('Facebook: “#Bloom” names another client, Bloom.')
    expect(sent).toHaveLength(0)
    await user.click(await confirmButton())
    await waitFor(() => expect(sent[0]?.url).toBe('/api/posts/publish/admin/10'))
  })

  it('makes the ordinary call for a post with all its approvals', async () => {
    const user = open({ role: 'agency-admin', status: 'pending_publish', isScheduled: true })
    await user.click(screen.getByRole('button', { name: 'Publish now' }))
    await user.click(await confirmButton())
    await waitFor(() => expect(sent[0]?.url).toBe('/api/posts/publish/10'))
  })
})

describe('Stop this post', () => {
  it('is a button of its own once the time is fixed, names what is being sent, and can be undone', async () => {
    const undoable = vi.spyOn(toast, 'undoable')
    const user = open({
      role: 'agency-admin',
      status: 'approved',
      isScheduled: true,
      at: '2026-12-01T07:00:00Z',
    })
    await user.click(screen.getByRole('button', { name: 'Stop this post' }))
    await waitFor(() => expect(undoable).toHaveBeenCalled())
    const [text, undo] = undoable.mock.calls[0] ?? []
    expect(text).toBe('Post stopped, but Twitter is being sent already.')
    undo?.()
    await waitFor(() =>
      expect(sent.map(({ url }) => url.replace(/.*\/api/, ''))).toEqual(
        expect.arrayContaining(['/posts/stop/10', '/posts/stop/undo/5']),
      ),
    )
  })
})
