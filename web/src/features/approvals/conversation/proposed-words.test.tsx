import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TextProposal } from '#domain/approvals/model.ts'
import { buildPost } from '../../../../testing/build-post.ts'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { ProposedWords } from './proposed-words.tsx'

const proposal: TextProposal = {
  id: 70,
  post_social_id: 1,
  words_seen: 'Fresh bread every day',
  words: 'Fresh bread every morning',
  proposed_at: '2026-11-20T10:00:00.000Z',
  proposed_by: { id: 8, name: 'Inès' },
  is_by_link: true,
  outcome: 'approved',
}
const calls: [string, string, unknown][] = []
const open = (change: Partial<TextProposal> = {}, message = proposal.words_seen) => {
  fakeFetch((url: string, init: RequestInit) => {
    calls.push([init.method ?? 'GET', url, init.body && JSON.parse(String(init.body))])
    const data = url.endsWith('/take')
      ? buildPost([])
      : url.endsWith('/decline')
        ? []
        : [{ ...proposal, ...change }]
    return Promise.resolve(Response.json({ data }))
  })
  renderAs(
    'content-creator',
    <ProposedWords subject={{ projectId: 3, postId: 10 }} version={{ id: 1, version: 4, message }} />,
    [],
  )
}
const written = () => calls.filter(([method]) => method === 'POST')
afterEach(() => {
  vi.unstubAllGlobals()
  calls.length = 0
})

describe('Words that a client proposes', () => {
  it('are shown as a difference, with what taking them leads to, and are taken by one click', async () => {
    open()
    await screen.findByText('day', { selector: 'del' })
    screen.getByText('morning', { selector: 'ins' })
    screen.getByText(/Inès has approved this version: they have agreed to exactly this/)
    expect(screen.queryByText(/was changed since/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Take these words' }))
    expect(written()).toEqual([
      [
        'POST',
        expect.stringMatching(/approvals\/words\/take$/),
        { post_social_id: 1, proposal_id: 70, version: 4, outcome: 'approved' },
      ],
    ])
  })

  it('are shown beside what the client saw and what it says now, where that has changed', async () => {
    open({ outcome: 'asks_client' }, 'Warm bread every day')
    await screen.findByText(/The text was changed since/)
    screen.getByText('What they saw, and what they propose')
    screen.getByText('What it says now, and what they propose')
    screen.getByText(/the client is asked again/)
  })

  it('are declined with a reason', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Decline…' }))
    expect(screen.getByRole('button', { name: 'Decline' }).hasAttribute('disabled')).toBe(true)
    await userEvent.type(screen.getByLabelText('Why not?'), ' The court forbids it ')
    await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
    expect(written()).toEqual([
      [
        'POST',
        expect.stringMatching(/approvals\/words\/decline$/),
        { post_social_id: 1, proposal_id: 70, message: 'The court forbids it' },
      ],
    ])
  })

  it('are only read by those who do not edit', async () => {
    open({ outcome: null })
    await screen.findByText('morning', { selector: 'ins' })
    expect(screen.queryByRole('button')).toBeNull()
  })
})
