import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#domain/permissions/table.ts'
import { storeToken } from '#web/platform/token.ts'
import { toast } from '#web/ui/toast.tsx'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { PublishProgress } from './publish-progress.tsx'

const social = (id: number, part: Parameters<typeof buildPostSocial>[0]) => buildPostSocial({ id, ...part })
const openAs = (role: Role, ...socials: ReturnType<typeof social>[]) =>
  renderAs(role, <PublishProgress post={buildPost(socials)} />)
const open = (...socials: ReturnType<typeof social>[]) => openAs('agency-admin', ...socials)

/** The calls to the server, and their answers. */
let requests: { path: string; body: unknown }[]
const answerWith = (status: number, body: unknown) =>
  fakeFetch(async (input, init) => {
    requests.push({ path: String(input), body: init?.body ? JSON.parse(String(init.body)) : undefined })
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })

beforeEach(() => {
  requests = []
  storeToken({ token: 'good', expires_in: 3600 })
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('publishing progress', () => {
  it('is hidden before it begins', () => {
    open(social(1, { status: 'approved' }))
    expect(screen.queryByLabelText('Publishing')).toBe(null)
  })

  it('says how many networks are done', async () => {
    answerWith(200, { data: [] })
    open(
      social(1, {
        status: 'live',
        published_at: '2026-11-20T10:00:00.000Z',
        permalink: 'https://fb.example/1',
      }),
      social(2, { status: 'on_publishing', social_network: 'instagram' }),
      social(3, { status: 'on_publishing', social_network: 'linkedin' }),
    )
    expect((await screen.findByRole('status')).textContent).toBe('Publishing: 1 of 3 published')
    expect(screen.getByRole('link', { name: 'See it live' }).getAttribute('href')).toBe(
      'https://fb.example/1',
    )
    expect(screen.getByText('20 Nov 2026, 11:00 AM').title).toContain('Europe - Berlin')
  })

  describe('of a version that goes on later', () => {
    const shownNext = async (next: object) => {
      const inFiveMinutes = new Date(Date.now() + 5 * 60_000).toISOString()
      const waits = { post_social_id: 2, answer: null, next_try_at: inFiveMinutes, ...next }
      answerWith(200, { data: [waits] })
      open(social(2, { status: 'on_publishing', social_network: 'instagram' }))
      return (await screen.findByText(/Galley/)).textContent
    }

    it.each([
      [
        'retry',
        'HTTP 500 down',
        /^Instagram did not take the post\. Galley tries again at \d+:\d\d [AP]M\.$/,
      ],
      ['retry', null, /^Galley was delayed and tries again at/],
      [
        'look_up',
        'HTTP 500 down',
        /^Instagram has not confirmed the post\. .*looks for it on the account at/,
      ],
      ['look_up', null, /^It is not certain whether the post went out\./],
      ['processing', 'HTTP 200', /^Instagram is still processing/],
      ['duplicate', null, /^An identical post is being published/],
    ])('%s after the answer %j says why, and when', async (waits_for, answer, text) => {
      expect(await shownNext({ waits_for, answer })).toMatch(text)
      const answers = answer === null ? [] : [answer]
      expect(screen.queryAllByRole('group').map(group => group.querySelector('pre')?.textContent)).toEqual(
        answers,
      )
    })

    it('names no time of day for a step that is due', async () => {
      const next = { waits_for: 'retry', answer: null, next_try_at: new Date().toISOString() }
      expect(await shownNext(next)).toBe('Galley was delayed and tries again within a minute.')
    })
  })

  it.each([
    ['some networks', 'live', '1 of 2 published'],
    ['no network', 'publishing_failed', "An error occurred. The content hasn't been published"],
  ] as const)('announces when %s took the post', (_name, status, text) => {
    answerWith(200, { data: [] })
    const error = vi.spyOn(toast, 'error').mockReturnValue('')
    const failed = social(2, { status: 'publishing_failed', social_network: 'linkedin' })
    const [before, after] = [social(1, { status: 'on_publishing' }), social(1, { status })]
    const Page = () => {
      const [first, setFirst] = useState(before)
      return (
        <>
          <button type="button" onClick={() => setFirst(after)}>
            An answer arrives
          </button>
          <PublishProgress post={buildPost([first, failed])} />
        </>
      )
    }
    renderAs('agency-admin', <Page />)
    fireEvent.click(screen.getByText('An answer arrives'))
    expect(error.mock.calls).toEqual([[text]])
  })

  it('gives the reason of a failure, its cause, what to do, and the answer of the network', () => {
    answerWith(200, { data: [] })
    open(
      social(1, {
        status: 'publishing_failed',
        failure_reason: 'reconnect_needed',
        last_social_api_response: 'HTTP 400: token revoked',
      }),
    )
    expect(screen.getByText('The account needs to be reconnected.')).toBeTruthy()
    expect(screen.getByText(/no longer accepts the access/)).toBeTruthy()
    expect(screen.getByText(/Reconnect the account in Social accounts, then publish again\./)).toBeTruthy()
    const answer = screen.getByRole('group')
    expect(within(answer).getByText('HTTP 400: token revoked')).toBeTruthy()
    expect(answer.hasAttribute('open')).toBe(false)
    expect(screen.queryByRole('button')).toBe(null)
  })

  it.each([
    ['reconnect_needed', 'Reconnect Instagram', '/3/instagram/connect?reconnect=true&from=post-12'],
    ['permission_missing', 'Reconnect Instagram', '/3/instagram/connect?reconnect=true&from=post-12'],
    ['network_not_connected', 'Connect Instagram', '/3/instagram/connect?from=post-12'],
  ])('after %s links people who may open it to "%s", and back', async (failure_reason, name, address) => {
    answerWith(200, { data: [] })
    const failed = {
      status: 'publishing_failed',
      social_network: 'instagram',
      failure_reason,
      post_id: 12,
    } as const
    const { unmount } = open(social(1, failed))
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(address)
    unmount()
    openAs('content-creator', social(1, failed))
    expect(screen.queryByRole('link')).toBe(null)
  })

  describe('of a post whose account works again', () => {
    const mended = (post_id: number, message: string) => ({
      post_id,
      social_network: 'instagram',
      message,
      scheduled_at: '2026-11-20T10:00:00.000Z',
    })
    const failed = social(1, {
      status: 'publishing_failed',
      social_network: 'instagram',
      failure_reason: 'reconnect_needed',
      post_id: 12,
    })
    const failures = [mended(11, 'Monday'), mended(12, 'Tuesday'), mended(13, 'Black Friday')]

    it('publishes what failed without it, but for what the person leaves out', async () => {
      fakeFetch(async (input, init) => {
        const path = String(input)
        if (init?.method === 'POST') requests.push({ path, body: undefined })
        const refusal = { message: 'It is being published.', code: 'being_published' }
        if (path.endsWith('/11')) return new Response(JSON.stringify(refusal), { status: 409 })
        const data = path.endsWith('/mended-failures') ? failures : buildPost([failed])
        return new Response(JSON.stringify({ data }))
      })
      const [success, error] = [vi.spyOn(toast, 'success'), vi.spyOn(toast, 'error')]
      open(failed)
      expect(await screen.findByText('Instagram is connected again.')).toBeTruthy()
      expect(screen.queryByRole('link')).toBe(null)
      fireEvent.click(screen.getByRole('button', { name: 'Publish the 3 that failed' }))
      fireEvent.click(await screen.findByRole('checkbox', { name: 'Black Friday' }))
      fireEvent.click(screen.getByRole('button', { name: 'Publish 2 posts' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
      expect(requests.map(({ path }) => path.replace(/.*\/publish/, ''))).toEqual(['/11', '/12'])
      expect(success.mock.calls).toEqual([['1 post on the way']])
      expect(error.mock.calls).toEqual([['It is being published.']])
    })

    it('asks nothing for people who may not publish', () => {
      answerWith(200, { data: failures })
      openAs('external-approver', failed)
      expect(requests).toEqual([])
      expect(screen.queryByRole('button')).toBe(null)
    })
  })

  it.each([
    ['rejected', 'The text is not allowed.', true],
    ['rejected', null, false],
    ['network_down', 'HTTP 503', false],
    ['unconfirmed', 'HTTP 500', true],
  ])('after %s with the answer %j shows it at once: %j', (failure_reason, answer, isShown) => {
    open(social(1, { status: 'publishing_failed', failure_reason, last_social_api_response: answer }))
    expect(screen.getByRole('group').hasAttribute('open')).toBe(isShown)
  })

  it('says that an internal error has occurred if the network said nothing', () => {
    open(social(1, { status: 'publishing_failed' }))
    expect(screen.getAllByText('An internal error has occurred.')).toHaveLength(2)
  })

  it('summarizes the results if the networks ended differently', () => {
    open(
      social(1, { status: 'live' }),
      social(2, { status: 'publishing_failed', social_network: 'instagram', failure_reason: 'rejected' }),
    )
    expect(screen.getByRole('status').textContent).toBe('1 of 2 published')
  })
})

describe('an unconfirmed version', () => {
  const unconfirmed = (part: Parameters<typeof buildPostSocial>[0] = {}) =>
    social(5, {
      status: 'publishing_failed',
      failure_reason: 'unconfirmed',
      version: 3,
      sent_version: 3,
      ...part,
    })
  const isLive = () => screen.getByRole('button', { name: 'It is live on Facebook' })
  const again = () => screen.getByRole('button', { name: 'Publish again on Facebook' })

  it('is confirmed as live, with the pasted link', async () => {
    answerWith(200, { data: buildPost([social(5, { status: 'live' })]) })
    open(unconfirmed())
    fireEvent.click(isLive())
    const dialog = await screen.findByRole('dialog', { name: 'Is it live on Facebook?' })
    expect(within(dialog).queryByText(/was changed/)).toBe(null)
    const link = within(dialog).getByLabelText('Link to the post (optional)')
    fireEvent.change(link, { target: { value: ' https://fb.example/9 ' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'It is live' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    expect(requests).toEqual([
      {
        path: expect.stringContaining('/posts/publish/confirm/5'),
        body: { permalink: 'https://fb.example/9' },
      },
    ])
  })

  it('shows what is wrong with the link', async () => {
    const errors = { permalink: ['Please enter a valid url adress'] }
    answerWith(422, { message: 'Validation error', code: 'validation_error', errors })
    open(unconfirmed())
    fireEvent.click(isLive())
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'It is live' }))
    expect(await within(dialog).findByText('Please enter a valid url adress')).toBeTruthy()
  })

  it('is published again only after the person has accepted the risk', async () => {
    answerWith(200, { data: buildPost([social(5, { status: 'on_publishing' })]) })
    open(unconfirmed())
    fireEvent.click(again())
    const dialog = await screen.findByRole('dialog', { name: 'Publish again on Facebook?' })
    expect(within(dialog).getByText(/checks the account first.*own responsibility/)).toBeTruthy()
    expect(requests).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Publish again' }))
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.path).toContain('/posts/publish/again/5')
  })

  it('warns if the content was changed after it was sent', async () => {
    open(unconfirmed({ version: 4 }))
    fireEvent.click(again())
    expect(await screen.findByText(/cannot look for the earlier version/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(isLive())
    expect(await screen.findByText(/Facebook has the earlier version/)).toBeTruthy()
  })

  it.each(['content-creator', 'internal-approver', 'external-approver'] as const)(
    'cannot be resolved by a %s',
    role => {
      openAs(role, unconfirmed())
      expect(screen.getByText('It is not certain whether the post went out.')).toBeTruthy()
      expect(screen.queryByRole('button')).toBe(null)
    },
  )
})

describe('the first comment', () => {
  const live = (part: Parameters<typeof buildPostSocial>[0]) => social(6, { status: 'live', ...part })

  it.each([
    ['pending', 'Adding the first comment'],
    ['added', 'First comment added'],
  ] as const)('that is %s says so', (first_comment_status, text) => {
    open(live({ first_comment_status }))
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('can be retried if it was refused and the post is live', async () => {
    answerWith(200, { data: buildPost([live({ first_comment_status: 'pending' })]) })
    open(live({ first_comment_status: 'failed', first_comment_response: 'HTTP 403: spam' }))
    expect(screen.getByText('Post is live, the first comment was refused')).toBeTruthy()
    expect(screen.getByText('HTTP 403: spam')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Retry the comment' }))
    await waitFor(() => expect(requests[0]?.path).toContain('/posts/first-comment/6'))
  })

  it('cannot be retried by a client', () => {
    openAs('external-approver', live({ first_comment_status: 'failed' }))
    expect(screen.queryByRole('button')).toBe(null)
  })
})
