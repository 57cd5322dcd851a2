import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import { inOpenedLink, opened, post, waiting } from '../../../testing/opened-link.ts'
import { renderAs } from '../../../testing/render-as.tsx'
import { ApproveScreen } from './approve-screen.tsx'

const open = 'GET /api/approval-link'
const propose = 'POST /api/approval-link/words'
const notes = { 'GET /api/approval-link/posts/1/notes': () => answer(200, []) }

inOpenedLink()
afterEach(() => sessionStorage.clear())

type Body = { readonly post_social_id: number; readonly words: string }
const proposed = (body: Body) => ({
  id: 70 + body.post_social_id,
  post_social_id: body.post_social_id,
  words_seen: 'Fresh bread',
  words: body.words,
  proposed_at: '2026-06-01T08:00:00.000Z',
  proposed_by: { id: 4, name: 'Clara Client' },
  is_by_link: true,
  outcome: null,
})
const begin = async () => {
  const user = userEvent.setup()
  const button = (await screen.findByRole('button', { name: 'Propose other words' })) as HTMLButtonElement
  // The content has to be on the screen first.
  await waitFor(() => expect(button.disabled).toBe(false))
  await user.click(button)
  const form = within(await screen.findByRole('dialog', { name: 'Propose other words' }))
  return { user, form, send: form.getByRole('button', { name: 'Propose these words' }) as HTMLButtonElement }
}

describe('Other words by a link', () => {
  it('are proposed for the networks that say the same, and told afterwards with what happens next', async () => {
    const both = post(
      1,
      waiting(1, { message: 'Fresh bread' }),
      waiting(2, { post_id: 1, social_network: 'twitter', message: 'Fresh bread' }),
    )
    const sent: Body[] = []
    const made = serve({
      ...notes,
      [open]: () =>
        answer(200, {
          ...opened(both),
          talked_about: sent.length > 0 ? [1] : [],
          proposed: sent.map(proposed).map(({ post_social_id, words_seen, words }) => ({
            post_social_id,
            words_seen,
            words,
          })),
        }),
      [propose]: () => {
        const body = made.at(-1)?.body as Body
        sent.push(body)
        return answer(200, proposed(body))
      },
    })
    renderAs({}, <ApproveScreen />)
    const { user, form, send } = await begin()
    const field = form.getByLabelText('Text for Facebook and Twitter')
    expect(send.disabled).toBe(true)
    await user.type(field, ' daily')
    expect(form.getAllByText('17 / 63,206').length + form.getAllByText('17 / 280').length).toBe(2)
    await user.type(form.getByLabelText('Comment (optional)'), 'Warmer')
    await user.click(send)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual(
      [1, 2].map(id =>
        expect.objectContaining({
          post_social_id: id,
          version: 1,
          approval_id: id + 100,
          words: 'Fresh bread daily',
          message: 'Warmer',
        }),
      ),
    )
    await screen.findByText('You proposed other words')
    screen.getByText('daily', { selector: 'ins' })
    screen.getByText(/If the agency takes them and changes nothing else, you have approved them/)
  })

  it('are told what a network does not take before they are sent, and go without it', async () => {
    const both = post(
      1,
      waiting(1, { message: 'Fresh bread' }),
      waiting(2, { post_id: 1, social_network: 'twitter', message: 'Fresh bread' }),
    )
    const made = serve({
      [open]: () => answer(200, opened(both)),
      [propose]: () => answer(200, proposed(made.at(-1)?.body as Body)),
    })
    renderAs({}, <ApproveScreen />)
    const { user, form, send } = await begin()
    await user.click(form.getByLabelText('Text for Facebook and Twitter'))
    await user.paste(' and rolls'.repeat(40))
    await form.findByText('Message length should be less than 280 characters.')
    expect(send.disabled).toBe(true)
    await user.click(form.getByRole('checkbox', { name: /^Twitter/ }))
    await user.click(send)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const ids = made
      .filter(({ address }) => address === propose)
      .map(({ body }) => (body as Body).post_social_id)
    expect(ids).toEqual([1])
  })

  it('are kept when they are refused or put aside, beside the text that was changed meanwhile', async () => {
    const state = { message: 'Fresh bread', version: 1 }
    serve({
      [open]: () => answer(200, opened(post(1, waiting(1, state)))),
      [propose]: () => {
        Object.assign(state, { message: 'Warm bread', version: 2 })
        return refusal(409, 'stale_version', 'It was changed.')
      },
    })
    renderAs({}, <ApproveScreen />)
    const { user, form, send } = await begin()
    await user.type(form.getByLabelText('Text for Facebook'), ' daily')
    await user.click(send)
    await form.findByText('It was changed.')
    await form.findByText('The text was changed since you began to write.')
    expect((form.getByLabelText('Text for Facebook') as HTMLTextAreaElement).value).toBe('Fresh bread daily')
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    const again = await begin()
    expect((again.form.getByLabelText('Text for Facebook') as HTMLTextAreaElement).value).toBe(
      'Fresh bread daily',
    )
    await user.click(again.form.getByRole('button', { name: 'Begin again with what it says now' }))
    expect((again.form.getByLabelText('Text for Facebook') as HTMLTextAreaElement).value).toBe('Warm bread')
  })

  it('can be copied when the post no longer waits', async () => {
    const state = { isGone: false }
    serve({
      [open]: () =>
        answer(200, opened(...(state.isGone ? [] : [post(1, waiting(1, { message: 'Fresh bread' }))]))),
      [propose]: () => {
        state.isGone = true
        return refusal(404, 'not_found', 'Not found.')
      },
    })
    renderAs({}, <ApproveScreen />)
    const { user, form, send } = await begin()
    await user.type(form.getByLabelText('Text for Facebook'), ' daily')
    await user.click(send)
    await form.findByText('This no longer waits for you, so no words can be proposed for it.')
    expect((form.getByLabelText('What you wrote') as HTMLTextAreaElement).value).toBe('Fresh bread daily')
    expect(form.queryByRole('button', { name: 'Propose these words' })).toBeNull()
  })
})
