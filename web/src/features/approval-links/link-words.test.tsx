import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import {
  decided,
  inOpenedLink,
  opened,
  post,
  refused,
  results,
  waiting,
} from '../../../testing/opened-link.ts'
import { renderAs } from '../../../testing/render-as.tsx'
import { ApproveScreen } from './approve-screen.tsx'

const open = 'GET /api/approval-link'
const approve = 'POST /api/approval-link/approve-rounds'
const revise = 'POST /api/approval-link/revision'

inOpenedLink()

const show = () => {
  renderAs({}, <ApproveScreen />)
  return { user: userEvent.setup() }
}
const calls = <C extends { address: string }>(list: readonly C[], address: string) =>
  list.filter(call => call.address === address)

describe('What a client writes on the page of a link', () => {
  it('approves with a comment, and keeps what was written when nothing was approved', async () => {
    const done = { isFirst: true }
    const made = serve({
      [open]: () => answer(200, opened(post(1, waiting(1)))),
      [approve]: () => {
        const isFirst = done.isFirst
        done.isFirst = false
        return results(isFirst ? refused(1, 'not_your_turn', 'It is not your turn.') : { ...decided(1)[0] })
      },
    })
    const { user } = show()
    await screen.findByRole('button', { name: 'Approve' })
    await user.click(screen.getByRole('button', { name: 'Add a comment' }))
    const form = within(await screen.findByRole('dialog', { name: 'Approve with a comment' }))
    const send = form.getByRole('button', { name: 'Approve' })
    expect((send as HTMLButtonElement).disabled).toBe(true)
    await user.type(form.getByLabelText('Your comment'), 'Lovely, thank you!')
    await user.click(send)
    await waitFor(() => expect(calls(made, approve)).toHaveLength(1))
    await waitFor(() => expect((send as HTMLButtonElement).disabled).toBe(false))
    expect((form.getByLabelText('Your comment') as HTMLTextAreaElement).value).toBe('Lovely, thank you!')
    await user.click(send)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls(made, approve)[1]?.body).toMatchObject({ rounds: [{ message: 'Lovely, thank you!' }] })
  })

  it('goes back for the networks that say the same, unless others are chosen; one that went back is not sent twice', async () => {
    const same = { message: 'Our new cold brew' }
    const one = post(
      1,
      waiting(1, same),
      waiting(2, { ...same, social_network: 'instagram' }),
      waiting(3, { message: 'Something else', social_network: 'linkedin' }),
    )
    const state = { isRefused: true }
    const made = serve({
      [open]: () => answer(200, opened(one)),
      [revise]: () => {
        const isSecond = calls(made, revise).length === 2
        return isSecond && state.isRefused
          ? refusal(409, 'stale_version', 'It was changed.')
          : answer(200, one)
      },
    })
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Request revision' }))
    const form = within(await screen.findByRole('dialog', { name: 'Request revision: Facebook, Instagram' }))
    await user.type(form.getByLabelText('What should be changed?'), 'Larger logo')
    await user.click(form.getByRole('button', { name: 'Request revision' }))
    await screen.findByText('It was changed.')
    state.isRefused = false
    expect(form.queryByRole('checkbox', { name: 'Facebook' })).toBeNull()
    await user.click(form.getByRole('button', { name: 'Request revision' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const ids = calls(made, revise).map(({ body }) => (body as FormData).get('post_social_id'))
    expect(ids).toEqual(['1', '2', '2'])
  })

  it('is asked before deciding, with what was answered; nothing is lost when it could not be sent', async () => {
    const note = { post_social_id: 1, is_for_client: true, mentions: [], attachments: [] }
    const at = { created_at: '2026-06-01T08:00:00.000Z', updated_at: '2026-06-01T08:00:00.000Z' }
    const said = { ...note, ...at, id: 5, message: 'It is your own blue.', created_by_user: null }
    const state = { isRefused: true }
    const made = serve({
      [open]: () => answer(200, { ...opened(post(1, waiting(1)), post(2, waiting(2))), talked_about: [1] }),
      'GET /api/approval-link/posts/1/notes': () => answer(200, [said]),
      'GET /api/approval-link/posts/2/notes': () => answer(200, []),
      'POST /api/approval-link/question': () =>
        state.isRefused
          ? refusal(409, 'illegal_transition', 'This post no longer waits for you.')
          : answer(200, { ...said, id: 6, message: 'Why blue?', created_by_user: null }),
    })
    const { user } = show()
    const talked = within((await screen.findAllByRole('article'))[0] as HTMLElement)
    expect(await talked.findByText('It is your own blue.')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Ask a question' })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Ask a question' }))
    const fields = await screen.findAllByLabelText('Your question')
    expect(document.activeElement).toBe(fields.at(-1))
    await user.keyboard('Why blue?')
    const send = screen.getAllByRole('button', { name: 'Send question' }).at(-1) as HTMLElement
    await user.click(send)
    expect(await screen.findByText('This post no longer waits for you.')).toBeTruthy()
    expect((fields.at(-1) as HTMLTextAreaElement).value).toBe('Why blue?')
    state.isRefused = false
    await user.click(send)
    expect(await screen.findByText('Question was sent')).toBeTruthy()
    expect(calls(made, 'POST /api/approval-link/question')[1]?.body).toEqual({
      post_social_id: 2,
      message: 'Why blue?',
    })
  })
})
