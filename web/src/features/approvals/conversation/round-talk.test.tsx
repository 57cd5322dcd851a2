import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ApprovalAction } from '#domain/approvals/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { Approval } from '#domain/posts/model.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { queryKeys } from '#web/platform/query.ts'
import { buildPost, buildPostSocial } from '../../../../testing/build-post.ts'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { ApprovalHistory } from './approval-history.tsx'
import { RoundTalk } from './round-talk.tsx'

const round = (id: number, type: 'internal' | 'external', status: Approval['status']): Approval => ({
  id,
  type,
  status,
  round: 1,
  post_social_id: 1,
  is_master_content: false,
  concrete_approver_id: [],
  approvers: [],
  opened_at: '2026-11-20T09:00:00.000Z',
  closed_at: null,
})
const internal = round(50, 'internal', 'approved')
const external = round(51, 'external', 'open')

const entry = (id: number, type: ApprovalAction['type'], author = 8): ApprovalAction => ({
  id,
  type,
  approval_id: 51,
  post_social_id: 1,
  round: 'external',
  message: 'Larger logo?',
  checkboxes: [],
  attachments: [],
  created_at: '2026-11-20T10:00:00.000Z',
  created_by_user: { id: author, name: 'Inès', avatar_image_link: null },
})

const open = (
  role: Role,
  actions: ApprovalAction[] = [],
  approvals = [internal, external],
  status: PostSocialStatus = 'pending_external_approval',
) =>
  renderAs(
    role,
    <RoundTalk
      subject={{ projectId: 3, postId: 10 }}
      history={{ post_social_id: 1, approvals, actions }}
      status={status}
    />,
    [],
  )
const button = (name: string) => screen.queryByRole('button', { name })
const neverAnswering = () =>
  vi.fn((..._sent: [string, RequestInit]) => new Promise<Response>(() => undefined))

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('Asking about a round', () => {
  it('is offered to those who make posts, says who reads it, and names the chosen round', async () => {
    const fetch = neverAnswering()
    fakeFetch(fetch)
    open('content-creator')
    expect(button('Answer the question')).toBe(null)
    await userEvent.click(screen.getByRole('button', { name: 'Ask a question' }))
    expect(await screen.findByText('The client reads it too.')).toBeTruthy()
    await userEvent.click(screen.getByText('Internal round'))
    expect(screen.getByText('Only the agency reads it.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Question'), 'Which logo?')
    await userEvent.click(screen.getByRole('button', { name: 'Send question' }))
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe('/api/posts/approvals/revision/question')
    expect(JSON.parse(String(init?.body))).toEqual({
      approval_id: 50,
      message: 'Which logo?',
      post_social_id: 1,
      marks: [],
      mentions: [],
    })
  })

  it('allows at most 255 characters', async () => {
    open('content-creator')
    await userEvent.click(screen.getByRole('button', { name: 'Ask a question' }))
    await userEvent.click(screen.getByLabelText('Question'))
    await userEvent.paste('x'.repeat(256))
    expect(screen.getByRole('button', { name: 'Send question' }).hasAttribute('disabled')).toBe(true)
    expect(
      screen.getByText('Message length should be less than 255 characters.', { exact: false }),
    ).toBeTruthy()
  })

  it('is not offered to approvers, nor once the version has gone out', () => {
    open('internal-approver')
    expect(button('Ask a question')).toBe(null)
    open('content-creator', [], [internal, external], 'live')
    expect(button('Ask a question')).toBe(null)
  })
})

describe('Answering', () => {
  it('is offered to those who decide the round, once something was asked in it', async () => {
    const fetch = neverAnswering()
    fakeFetch(fetch)
    open('external-approver', [entry(1, 'question_pushed')], [external])
    await userEvent.click(screen.getByRole('button', { name: 'Answer the question' }))
    await userEvent.type(screen.getByLabelText('Answer'), 'Twice as large')
    await userEvent.click(screen.getByRole('button', { name: 'Send answer' }))
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/posts/approvals/revision/answer')
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toMatchObject({ approval_id: 51 })
  })

  it('is not offered before a question, nor to those who decide the other round', () => {
    open('external-approver', [], [external])
    expect(button('Answer the question')).toBe(null)
    open('internal-approver', [entry(1, 'question_pushed')])
    expect(button('Answer the question')).toBe(null)
  })

  it('steps back once there is an answer', () => {
    open('external-approver', [entry(2, 'answer_pushed'), entry(1, 'question_pushed')], [external])
    expect(button('Answer the question')).toBe(null)
    expect(button('Answer again')).toBeTruthy()
  })
})

describe('The pencil on a request for revision', () => {
  const show = (actions: ApprovalAction[], known: Parameters<typeof renderAs>[2] = []) =>
    renderAs(
      'internal-approver',
      <ApprovalHistory postId={10} mayTick={false} isClient={false} actions={actions} />,
      known,
    )

  it('opens a form with what was written, and sends what changed', async () => {
    const fetch = neverAnswering()
    fakeFetch(fetch)
    show([{ ...entry(5, 'revision_requested', 7), checkboxes: [{ id: 4, label: 'Logo', is_checked: true }] }])
    await userEvent.click(screen.getByRole('button', { name: 'Edit revision' }))
    await userEvent.type(await screen.findByLabelText('What to change'), ' Twice.')
    await userEvent.type(screen.getByLabelText('Checklist item 1'), 's')
    await userEvent.click(screen.getByRole('button', { name: 'Add checklist item' }))
    await userEvent.type(screen.getByLabelText('Checklist item 2'), 'Shorter')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe('/api/posts/approvals/update-revision-comment')
    const form = init?.body
    expect(form instanceof FormData && [...form]).toEqual([
      ['approval_action_id', '5'],
      ['approval_id', '51'],
      ['message', 'Larger logo? Twice.'],
      ['checkboxes[0][id]', '4'],
      ['checkboxes[0][label]', 'Logos'],
      ['checkboxes[1][label]', 'Shorter'],
    ])
  })

  it('changes the words at a mark and takes another away', async () => {
    const fetch = neverAnswering()
    fakeFetch(fetch)
    const social = buildPostSocial({ id: 1, message: 'Free delivery' })
    const mark = (id: number, from: number, quote: string) => ({
      id,
      place: { kind: 'text' as const, part: 'message' as const, from, to: from + quote.length, quote },
      comment: 'Bigger',
      is_done: false,
      done_at: null,
      done_by_user: null,
    })
    const marks = [mark(31, 0, 'Free'), mark(32, 5, 'delivery')]
    show(
      [{ ...entry(5, 'question_pushed', 7), marks }],
      [[queryKeys.post(3, 10), buildPost([social], { id: 10 })]],
    )
    await userEvent.click(screen.getByRole('button', { name: 'Edit question' }))
    await userEvent.type(await screen.findByLabelText(/^Comment on mark 1/), '!')
    await userEvent.click(screen.getByRole('button', { name: 'Remove mark 2' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toEqual({
      approval_action_id: 5,
      message: 'Larger logo?',
      marks: [{ id: 31, comment: 'Bigger!' }],
      removed_marks: [32],
    })
  })

  it('removes a picture only with Save', async () => {
    const fetch = neverAnswering()
    fakeFetch(fetch)
    const previews = { small: '/s', medium: '/m', original: '/o' }
    const attachments = [{ id: 9, original_name: 'logo.png', previews }]
    show([{ ...entry(5, 'revision_requested', 7), attachments }])
    await userEvent.click(screen.getByRole('button', { name: 'Edit revision' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove picture 1' }))
    expect(screen.queryByText('logo.png')).toBe(null)
    expect(fetch).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(screen.getByRole('button', { name: 'Edit revision' }))
    await userEvent.click(screen.getByRole('button', { name: 'Remove picture 1' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const form = fetch.mock.calls[0]?.[1]?.body
    expect(form instanceof FormData && form.get('removed_attachments[0]')).toBe('9')
  })

  it.each([
    ['question_pushed', 'Edit question', '/api/posts/approvals/revision/question'],
    ['answer_pushed', 'Edit answer', '/api/posts/approvals/revision/answer'],
  ] as const)('of the kind %s changes its text alone', async (type, name, path) => {
    const fetch = neverAnswering()
    fakeFetch(fetch)
    show([entry(5, type, 7)])
    await userEvent.click(screen.getByRole('button', { name }))
    await userEvent.type(await screen.findByRole('textbox'), ' Or smaller?')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(fetch.mock.calls[0]?.[0]).toBe(path)
    expect(fetch.mock.calls[0]?.[1].method).toBe('PUT')
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toEqual({
      approval_action_id: 5,
      message: 'Larger logo? Or smaller?',
    })
  })

  it('leaves “edited” on what was changed', () => {
    show([{ ...entry(5, 'question_pushed', 8), edited_at: '2026-11-20T11:00:00.000Z' }])
    expect(screen.getByText('edited').title).toBe('20 Nov 2026, 12:00 PM')
  })

  it('changes the message of one’s own sending, which has no checklist and no pictures', async () => {
    const fetch = neverAnswering()
    fakeFetch(fetch)
    show([entry(5, 'approval_started', 7)])
    await userEvent.click(screen.getByRole('button', { name: 'Edit message' }))
    const field = await screen.findByLabelText('Message')
    expect(button('Add checklist item')).toBe(null)
    await userEvent.clear(field)
    expect(screen.getByText('Write a message.')).toBeTruthy()
    await userEvent.type(field, 'Until noon, please')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const form = fetch.mock.calls[0]?.[1]?.body
    expect(form instanceof FormData && form.get('message')).toBe('Until noon, please')
    show([{ ...entry(5, 'approval_started', 7), message: null }])
    expect(screen.queryAllByRole('button', { name: 'Edit message' })).toHaveLength(0)
  })

  it('is neither on other people’s requests nor on one that somebody has acted on', () => {
    show([entry(5, 'revision_requested', 8)])
    expect(button('Edit revision')).toBe(null)
    show([entry(6, 'question_pushed'), entry(5, 'revision_requested', 7)])
    expect(button('Edit revision')).toBe(null)
  })
})
