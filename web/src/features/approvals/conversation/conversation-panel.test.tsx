import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ApprovalAction, ApprovalHistory } from '#domain/approvals/model.ts'
import type { Note } from '#domain/notes/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { Approval } from '#domain/posts/model.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { queryKeys } from '#web/platform/query.ts'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { ConversationPanel } from './conversation-panel.tsx'

const round: Approval = {
  id: 50,
  type: 'internal',
  status: 'revision_requested',
  round: 2,
  post_social_id: 1,
  is_master_content: false,
  concrete_approver_id: [8],
  approvers: [{ id: 8, name: 'Inès Okafor', has_approved: false }],
  opened_at: '2026-11-20T09:00:00.000Z',
  closed_at: null,
}
const revision: ApprovalAction = {
  id: 70,
  approval_id: 50,
  post_social_id: 1,
  round: 'internal',
  type: 'revision_requested',
  message: 'The logo is old',
  checkboxes: [{ id: 5, label: 'New logo', is_checked: false }],
  attachments: [],
  created_at: '2026-11-20T10:00:00.000Z',
  created_by_user: { id: 8, name: 'Inès', avatar_image_link: null },
}
const system: ApprovalAction = {
  ...revision,
  id: 71,
  type: 'approved_by_system',
  round: 'external',
  message: null,
  checkboxes: [],
  created_by_user: null,
}

const open = (
  role: Role,
  actions: ApprovalAction[],
  masterOf: number | null = null,
  notes: Note[] = [],
  status: PostSocialStatus = 'requires_revision',
) => {
  const history: ApprovalHistory = {
    post_social_id: 1,
    social_network: 'facebook',
    actions,
    approvals: actions.length > 0 ? [round] : [],
  }
  const data = {
    approvals: [history],
    approval_plan: {
      postId: 10,
      isMasterContent: masterOf !== null,
      isSingleRoundInternalApprove: false,
      masterSocialNetwork: null,
      rounds: { internal: { isSkipped: false }, external: { isSkipped: false } },
    },
  }
  renderAs(
    role,
    <ConversationPanel
      post={{ id: 10, master_social_post_id: masterOf }}
      postSocial={{ id: masterOf === null ? 1 : 2, status, approvals: [], version: 1, message: '' }}
    />,
    [
      [queryKeys.approvalHistory(3, 10), data],
      [[...queryKeys.notes(3, 10), masterOf === null ? 1 : 2, 'count'], { count: notes.length }],
    ],
  )
}

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['a draft that was never sent', 'draft', 'Notes'],
  ['a version that was sent back', 'requires_revision', 'Approval'],
] as const)('opens for %s (%s) with %s', (_, status, name) => {
  open('content-creator', [], null, [], status)
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(name)
})

describe('the Approval tab', () => {
  it('says when there are no entries', () => {
    open('content-creator', [])
    expect(screen.getByText("You don't have any approval actions now")).toBeTruthy()
  })

  it('tells a client that the agency started their round, and names nobody', () => {
    const started = { ...system, id: 72, type: 'external_approval_started' as const }
    open('external-approver', [started])
    expect(screen.getByText('started the client approval', { exact: false }).textContent).toBe(
      'The agency started the client approval',
    )
  })

  it('says who must decide, what was requested, and when, with the zone as a hint', () => {
    open('content-creator', [revision])
    expect(screen.getByText('Inès Okafor')).toBeTruthy()
    expect(screen.getByText('requested a revision', { exact: false })).toBeTruthy()
    expect(screen.getByText('The logo is old')).toBeTruthy()
    expect(screen.getByText('20 Nov 2026, 11:00 AM').title).toContain('Europe - Berlin')
  })

  it('has a line for each round, with what was said in it; what was only done is opened', async () => {
    const said = { ...revision, checkboxes: [] }
    const own = (id: number, type: ApprovalAction['type'], part: Partial<ApprovalAction> = {}) => ({
      ...said,
      message: null,
      id,
      type,
      ...part,
    })
    open('content-creator', [
      own(95, 'external_approval_started', { approval_id: 51, round: 'external' }),
      own(94, 'approved'),
      { ...said, id: 93, type: 'question_pushed', message: 'Which shop?' },
      own(92, 'approval_started'),
    ])
    const rounds = within(screen.getByRole('list', { name: 'Approval history' })).getAllByRole('listitem')
    expect(rounds).toHaveLength(2)
    expect(rounds[0]?.textContent).toContain('Inès started the client approval')
    const inner = within(rounds[1] ?? document.body)
    const opened = inner.getByRole('group')
    expect(within(opened).getByText('1 earlier entry')).toBeTruthy()
    expect(opened.textContent).toContain('started the internal approval')
    expect(opened.textContent).not.toContain('Which shop?')
    expect(inner.getByText('Which shop?')).toBeTruthy()
  })

  it('names Galley where the product approved by itself', () => {
    open('content-creator', [system])
    expect(screen.getByText('Galley')).toBeTruthy()
  })

  it('hides the internal round from a client', () => {
    open('external-approver', [revision])
    expect(screen.queryByText('The logo is old')).toBe(null)
    expect(screen.queryByText('Internal round')).toBe(null)
  })

  it('shows the master version’s history on every network if one decision covers all', () => {
    open('content-creator', [revision], 1)
    expect(screen.getByText('The logo is old')).toBeTruthy()
  })

  it('lets an author check an item, at once and on the server', async () => {
    const fetch = vi.fn((..._sent: [string, RequestInit]) => new Promise<Response>(() => undefined))
    fakeFetch(fetch)
    open('content-creator', [revision])
    await userEvent.click(await screen.findByLabelText('New logo'))
    expect(screen.getByLabelText<HTMLInputElement>('New logo').checked).toBe(true)
    expect(screen.getByText('1 of 1 done')).toBeTruthy()
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe('/api/posts/approvals/revision/checkboxes')
    expect(JSON.parse(String(init?.body))).toEqual({
      approval_action_id: 70,
      checkboxes: [{ id: 5, is_checked: true }],
    })
  })

  it('unchecks the item if the server refuses', async () => {
    fakeFetch(async () => new Response('{"message":"no","code":"forbidden"}', { status: 403 }))
    open('content-creator', [revision])
    await userEvent.click(await screen.findByLabelText('New logo'))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('New logo').checked).toBe(false))
  })

  it('shows an approver a read-only checklist', async () => {
    const fetch = vi.fn()
    fakeFetch(fetch)
    open('internal-approver', [revision])
    await userEvent.click(await screen.findByLabelText('New logo'))
    expect(screen.getByLabelText<HTMLInputElement>('New logo').checked).toBe(false)
    expect(fetch).not.toHaveBeenCalled()
  })
})
