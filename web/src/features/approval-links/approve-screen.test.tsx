import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildAccount } from '../../../testing/build-project.ts'
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

inOpenedLink()

const show = () => {
  renderAs({}, <ApproveScreen />)
  return { user: userEvent.setup() }
}
const card = (name: string) => within(screen.getByRole('article', { name }))
const calls = <C extends { address: string }>(list: readonly C[], address: string) =>
  list.filter(call => call.address === address)

describe('The page of an approval link', () => {
  it('approves the versions that were shown, with the link and nothing else, and stays in place', async () => {
    const one = post(1, waiting(1, { version: 7 }))
    const done = { approve: false }
    const made = serve({
      [open]: () => answer(200, opened(...(done.approve ? [] : [one]))),
      [approve]: () => {
        done.approve = true
        return results(...decided(1))
      },
    })
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText(/^All done\. Thank you, Clara Client\.$/)).toBeTruthy()
    expect(card('Post of Facebook').getByText('Approved')).toBeTruthy()
    expect(calls(made, approve)).toEqual([
      {
        address: approve,
        body: {
          rounds: [
            {
              post_social_id: 1,
              version: 7,
              approval_id: 101,
              versions: [{ post_social_id: 1, version: 7 }],
            },
          ],
        },
      },
    ])
    expect(made.every(({ address }) => address.includes('/api/approval-link'))).toBe(true)
  })

  it('says for which account an approval is where another one was connected since', async () => {
    const moved = post(1, waiting(1, { account_before: 'Harbor Café' }))
    const socials = [buildAccount('facebook', { name: 'Harbor Bakery' })]
    serve({ [open]: () => answer(200, { ...opened(moved, post(2, waiting(2))), socials }) })
    show()
    const notices = await screen.findAllByText('Facebook: the account has changed')
    expect(notices).toHaveLength(1)
    const text = notices[0]?.closest('[role=status]')?.textContent
    expect(text).toContain('This post was made for Harbor Café.')
    expect(text).toContain('Now Harbor Bakery is connected, and an approval is for that account.')
    expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()
  })

  it('shows what changed since the person decided, of posts that they have decided about', async () => {
    const posts = [post(1, waiting(1)), post(2, waiting(2))]
    const change = { social_networks: ['facebook'], parts: ['text'], first_comment: null, media: null }
    const made = serve({
      [open]: () => answer(200, { ...opened(...posts), decided_before: [2] }),
      'GET /api/approval-link/posts/2/changes-since-decision': () =>
        answer(200, {
          decided_at: '2026-06-01T08:00:00.000Z',
          decision: 'revision_requested',
          schedule: null,
          unchanged: [],
          changes: [{ ...change, text: { before: 'Text two', after: 'Text 2' }, links: null }],
          request: { post_social_id: 5, message: 'As a digit', checkboxes: [] },
        }),
    })
    show()
    const since = within(await screen.findByRole('region', { name: /^What changed since your decision/ }))
    expect(since.getByText('Changed since you asked for a revision')).toBeTruthy()
    expect(since.getByText('As a digit')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Approve' })).toHaveLength(2)
    expect(made.filter(({ address }) => address.includes('changes-since'))).toHaveLength(1)
  })

  it('begins with the network that changed, and is approved without looking at the others again', async () => {
    const facebook = waiting(1, { version: 3 })
    const linkedin = waiting(2, { post_id: 1, social_network: 'linkedin', message: 'New', version: 8 })
    const made = serve({
      [open]: () =>
        answer(200, {
          ...opened(post(1, facebook, linkedin)),
          decided_before: [1],
          seen_before: [{ post_social_id: 1, version: 3 }],
        }),
      'GET /api/approval-link/posts/1/changes-since-decision': () => refusal(500, 'internal', 'No.'),
      [approve]: () => results(...decided(1, 2)),
    })
    const { user } = show()
    expect(await screen.findByText('New')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(calls(made, approve)).toHaveLength(1))
    expect(calls(made, approve)[0]?.body).toEqual({
      rounds: [
        expect.objectContaining({ versions: [{ post_social_id: 1, version: 3 }] }),
        expect.objectContaining({ versions: [{ post_social_id: 2, version: 8 }] }),
      ],
    })
  })

  it('asks to look at what the person saw in an earlier version', async () => {
    const other = waiting(2, { post_id: 1, social_network: 'linkedin', message: 'New', version: 8 })
    serve({
      [open]: () =>
        answer(200, {
          ...opened(post(1, waiting(1, { version: 4 }), other)),
          seen_before: [{ post_social_id: 1, version: 3 }],
        }),
    })
    show()
    expect(await screen.findByRole('button', { name: 'Look at LinkedIn first' })).toBeTruthy()
  })

  it('can be decided about when what changed cannot be read', async () => {
    const one = post(1, waiting(1))
    serve({
      [open]: () => answer(200, { ...opened(one), decided_before: [1] }),
      'GET /api/approval-link/posts/1/changes-since-decision': () => refusal(500, 'internal', 'No.'),
    })
    show()
    expect(await screen.findByRole('button', { name: 'Approve' })).toHaveProperty('disabled', false)
    expect(screen.queryByRole('region', { name: /^What changed since your decision/ })).toBeNull()
  })

  it('says of a post that was deleted meanwhile that it no longer waits, and nothing of its deadline', async () => {
    const late = { decide_by: '2026-06-01T10:00:00.000Z', on_silence: 'stays' as const }
    const posts = [1, 2].map(id => ({ ...post(id, waiting(id)), ...late }))
    const left = { posts }
    serve({ [open]: () => answer(200, opened(...left.posts)) })
    show()
    expect(await screen.findAllByText(/^Decision was due by/)).toHaveLength(2)
    left.posts = posts.slice(1)
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('No longer waiting for you')).toBeTruthy()
    expect(screen.getAllByText(/^Decision was due by/)).toHaveLength(1)
  })

  it('says nothing more of the deadline once the person has decided', async () => {
    const one = {
      ...post(1, waiting(1)),
      decide_by: '2026-06-01T10:00:00.000Z',
      on_silence: 'stays' as const,
    }
    const left = { posts: [one] }
    serve({
      [open]: () => answer(200, opened(...left.posts)),
      [approve]: () => {
        left.posts = []
        return results(...decided(1))
      },
    })
    const { user } = show()
    expect(await screen.findByText(/^Decision was due by/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Approved')).toBeTruthy()
    expect(screen.queryByText(/^Decision was due by/)).toBeNull()
  })

  it('sends a double tap once', async () => {
    let finish = (): void => undefined
    const one = post(1, waiting(1))
    const made = serve({
      [open]: () => answer(200, opened(one)),
      [approve]: () =>
        new Promise(resolve => {
          finish = () => resolve(results(...decided(1)))
        }),
    })
    const { user } = show()
    await user.dblClick(await screen.findByRole('button', { name: 'Approve' }))
    expect(screen.getByRole('button', { name: 'Approving…' })).toHaveProperty('disabled', true)
    finish()
    expect(await screen.findByText('Approved')).toBeTruthy()
    expect(calls(made, approve)).toHaveLength(1)
  })

  it('asks to look at a network that says something else before it approves', async () => {
    const other = waiting(2, { post_id: 1, social_network: 'linkedin', message: 'Quite another text' })
    const made = serve({ [open]: () => answer(200, opened(post(1, waiting(1), other))) })
    const { user } = show()
    expect(await screen.findByText('Text 1')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Look at LinkedIn first' }))
    expect(await screen.findByText('Quite another text')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeTruthy()
    expect(calls(made, approve)).toEqual([])
  })

  it('shows the newer version, and approves nothing, if the post was changed in the meantime', async () => {
    let isChanged = false
    serve({
      [open]: () =>
        answer(200, opened(post(1, waiting(1, isChanged ? { version: 2, message: 'Newer text' } : {})))),
      [approve]: () => {
        isChanged = true
        return results(refused(1, 'stale_version', 'Someone else has changed this.'))
      },
    })
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Newer text')).toBeTruthy()
    expect(screen.getByText('This is a newer version than the one you saw.')).toBeTruthy()
    expect(screen.queryByText('Approved')).toBeNull()
  })

  it('looks up what became of an approval whose answer was lost, before it can be given again', async () => {
    let isAway = false
    const made = serve({
      [open]: () => {
        if (isAway) throw new TypeError('network')
        return answer(200, opened(post(1, waiting(1))))
      },
      [approve]: () => {
        isAway = true
        throw new TypeError('network')
      },
    })
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText(/We have to check what was approved/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Approve' })).toHaveProperty('disabled', true)
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Approve' })).toHaveProperty('disabled', false),
    )
    expect(calls(made, approve)).toHaveLength(1)
  })

  it('says which version was approved when another one is refused, and takes that back', async () => {
    const both = post(1, waiting(1), { ...waiting(2), social_network: 'linkedin' })
    const made = serve({
      [open]: () => answer(200, opened(both)),
      [approve]: () => results(...decided(1), refused(2, 'already_decided', 'This was decided already.')),
      'POST /api/approval-link/undo-approvals': () => results(...decided(1)),
    })
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Look at LinkedIn first' }))
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Approved for Facebook only')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Approval undone')).toBeTruthy()
    expect(calls(made, 'POST /api/approval-link/undo-approvals').map(({ body }) => body)).toEqual([
      { approvals: [{ post_social_id: 1, approval_id: 101 }] },
    ])
  })

  it('approves all posts that were on the screen in one call, and says which was refused', async () => {
    const posts = [1, 2, 3].map(id => post(id, waiting(id)))
    let left = posts
    const made = serve({
      [open]: () => answer(200, opened(...left)),
      [approve]: () => {
        left = posts.filter(({ id }) => id === 2)
        return results(...decided(1, 3), refused(2, 'not_your_turn', 'It is not your turn.'))
      },
    })
    const { user } = show()
    // On a desk they stand in a grid.
    const grid = await screen.findByRole('list', { name: 'Posts' })
    expect(grid.querySelectorAll(':scope > li')).toHaveLength(3)
    await user.click(await screen.findByRole('button', { name: 'Approve all 3' }))
    expect(await screen.findByText('Approved 2 of 3')).toBeTruthy()
    expect(await screen.findByText('It is not your turn.')).toBeTruthy()
    expect(screen.getAllByText('Approved')).toHaveLength(2)
    expect(calls(made, approve)).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: 'Approve' })).toHaveLength(1)
  })

  it.each([404, 401])('leads to signing in if the link has ended (%i)', async status => {
    serve({ [open]: () => refusal(status, 'not_found', 'Not found.') })
    show()
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/')
  })

  it('opens a newer link that is put into the same tab', async () => {
    let isNewer = false
    serve({
      [open]: () =>
        isNewer ? answer(200, opened(post(1, waiting(1)))) : refusal(404, 'not_found', 'Not found.'),
    })
    show()
    expect(await screen.findByText('This link no longer works')).toBeTruthy()
    isNewer = true
    window.location.hash = 'n'.repeat(43)
    expect(await screen.findByText('Text 1')).toBeTruthy()
  })

  it('says that nothing waits', async () => {
    serve({ [open]: () => answer(200, opened()) })
    show()
    expect(await screen.findByText('Nothing waits for you')).toBeTruthy()
  })

  it('mails a code for a new device only when asked, and goes on once it was entered', async () => {
    let isConfirmed = false
    const made = serve({
      [open]: () =>
        answer(
          200,
          isConfirmed ? opened(post(1, waiting(1))) : { ...opened(), code_goes_to: 'c•••@harbor.example' },
        ),
      'POST /api/approval-link/code': () => answer(200, {}),
      'POST /api/approval-link/device': () => {
        isConfirmed = true
        return answer(200, {})
      },
    })
    const { user } = show()
    const mail = await screen.findByRole('button', { name: 'Mail me a code' })
    expect(made.map(({ address }) => address)).toEqual([open])
    await user.click(mail)
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Text 1')).toBeTruthy()
    expect(made.at(-2)).toEqual({ address: 'POST /api/approval-link/device', body: { code: '123456' } })
  })
})
