import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NetworkOffer } from '#domain/duplication/contract.ts'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { CloneDialog } from './clone-dialog.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { ReplicationLine } from './replication-line.tsx'

const offer = (part: Partial<NetworkOffer>): NetworkOffer => ({
  social_network: 'facebook',
  is_connected: true,
  type: 'text',
  lost: [],
  problems: [],
  ...part,
})
const offers = [
  offer({}),
  offer({ social_network: 'instagram', type: null }),
  offer({ social_network: 'linkedin', is_connected: false }),
  offer({
    social_network: 'twitter',
    lost: ['A mention of Facebook becomes plain text'],
    problems: ['Message length should be less than 280 characters.'],
  }),
]
const allowed = () => answer(200, { allowed_social_networks: ['facebook', 'twitter'], offers })
const made = () => answer(200, buildPost([buildPostSocial()], { id: 77 }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const toggle = (name: string) => screen.findByRole('switch', { name })
const yes = () => screen.getByRole('button', { name: 'Yes' })

describe('Duplicate the content', () => {
  const open = (postIds = [10]) => {
    const [onClose, onDone] = [vi.fn(), vi.fn()]
    renderAs('content-creator', <DuplicateDialog postIds={postIds} onClose={onClose} onDone={onDone} />)
    return { onClose, onDone, user: userEvent.setup() }
  }

  it('offers networks that take the post and are connected, and says why not the others', async () => {
    serve({ 'POST /api/posts/social-networks/allowed': allowed })
    open()
    await screen.findByRole('status', { name: 'Loading networks' })
    expect((await toggle('Facebook')).hasAttribute('disabled')).toBe(false)
    expect((await toggle('Instagram')).hasAttribute('disabled')).toBe(true)
    expect((await toggle('LinkedIn')).hasAttribute('disabled')).toBe(true)
    screen.getByText('Instagram does not take this post')
    screen.getByText('No account is connected')
  })

  it('needs a network, says what is lost there, and closes after success', async () => {
    const calls = serve({
      'POST /api/posts/social-networks/allowed': allowed,
      'POST /api/posts/duplicate-to-any-platform': made,
    })
    const { user, onClose, onDone } = open()
    await user.click(await toggle('Twitter'))
    screen.getByText('A mention of Facebook becomes plain text')
    screen.getByText('Message length should be less than 280 characters.')
    await user.click(await toggle('Twitter'))
    expect(yes().hasAttribute('disabled')).toBe(true)
    await user.click(await toggle('Twitter'))
    await user.click(yes())
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(onDone).toHaveBeenCalled()
    expect(calls.at(-1)?.body).toEqual({ post_id: 10, social_networks: ['twitter'] })
  })

  it('stays open and says why when it is refused', async () => {
    serve({
      'POST /api/posts/social-networks/allowed': allowed,
      'POST /api/posts/duplicate-to-any-platform': () => refusal(422, 'type_not_allowed', 'Not this one.'),
    })
    const { user, onClose } = open()
    await user.click(await toggle('Facebook'))
    await user.click(yes())
    await screen.findByText('Not this one.')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('is empty and says why when the networks cannot be loaded', async () => {
    serve({
      'POST /api/posts/social-networks/allowed': () => refusal(403, 'forbidden', 'You may not do this.'),
    })
    open()
    await screen.findByText('You may not do this.')
    expect(screen.queryAllByRole('switch')).toEqual([])
    expect(yes().hasAttribute('disabled')).toBe(true)
  })

  it('asks once for several posts what all of them can be duplicated to', async () => {
    const calls = serve({
      'POST /api/posts/social-networks/allowed': () =>
        answer(200, {
          allowed_social_networks: ['facebook'],
          offers: offers.map(one => (one.social_network === 'twitter' ? { ...one, type: null } : one)),
        }),
      'POST /api/posts/duplicate-to-any-platform-batch': () => answer(200, []),
    })
    const { user } = open([10, 11])
    expect((await toggle('Twitter')).hasAttribute('disabled')).toBe(true)
    expect(calls.map(({ body }) => body)).toEqual([{ post_ids: [10, 11] }])
    await user.click(await toggle('Facebook'))
    await user.click(yes())
    await waitFor(() =>
      expect(calls.at(-1)?.body).toEqual({ post_ids: [10, 11], social_networks: ['facebook'] }),
    )
  })

  it('asks for the time when it is to have one', async () => {
    const calls = serve({
      'POST /api/posts/social-networks/allowed': allowed,
      'GET /api/projects/3/time-slots': () => answer(200, { slots: [], version: 1 }),
      'POST /api/posts/duplicate-to-any-platform': made,
    })
    const { user } = open()
    await user.click(await toggle('Facebook'))
    await user.click(screen.getByRole('checkbox', { name: 'With a schedule' }))
    await user.click(yes())
    const modal = within(await screen.findByRole('dialog', { name: 'Schedule Post' }))
    await user.click(modal.getByRole('button', { name: '25 November 2026' }))
    await user.click(modal.getByRole('button', { name: 'Duplicate' }))
    await waitFor(() =>
      expect(calls.at(-1)?.body).toEqual({
        post_id: 10,
        social_networks: ['facebook'],
        date: '2026-11-25',
        time: '23:00',
        is_autoposting: true,
      }),
    )
  })
})

describe('Clone to…', () => {
  const projects = () =>
    answer(200, [
      { id: 3, name: 'Harbor Coffee', timezone: 'Europe/Berlin' },
      { id: 4, name: 'Northwind', timezone: 'Asia/Tokyo' },
    ])
  const preview = (timezone: string, files: number) => () => answer(200, { timezone, files, offers })
  const open = (date = '2026-11-20') => {
    const onClose = vi.fn()
    renderAs(
      'content-creator',
      <CloneDialog
        postId={10}
        networks={['facebook']}
        schedule={{ date, time: '18:05', is_autoposting: false }}
        onClose={onClose}
      />,
    )
    return { onClose, user: userEvent.setup() }
  }
  const served = () =>
    serve({
      'GET /api/posts/10/clone-projects': projects,
      'GET /api/posts/10/clone-preview?to_project_id=3': preview('Europe/Berlin', 0),
      'GET /api/posts/10/clone-preview?to_project_id=4': preview('Asia/Tokyo', 2),
      'POST /api/posts/clone': made,
    })

  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-19', ''],
  ])('starts with the day of the post unless it is over: %s', async (date, day) => {
    served()
    open(date)
    await toggle('Facebook')
    expect((screen.getByLabelText('Day') as HTMLInputElement).value).toBe(day)
  })

  it('keeps the time on another day', async () => {
    const calls = served()
    const { user, onClose } = open()
    await toggle('Facebook')
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-11-25' } })
    await user.click(screen.getByRole('button', { name: 'Clone' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(calls.at(-1)?.body).toEqual({
      post_id: 10,
      to_project_id: 3,
      social_networks: ['facebook'],
      date: '2026-11-25',
      time: '18:05',
      is_autoposting: false,
    })
  })

  it('says that files are copied to another project, and whose clock it is', async () => {
    const calls = served()
    const { user } = open()
    await toggle('Facebook')
    await user.click(screen.getByRole('combobox', { name: 'Project' }))
    await user.click(await screen.findByRole('option', { name: 'Northwind', hidden: true }))
    await screen.findByText(/2 files are copied to that project in the background/)
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-11-25' } })
    screen.getByText('In Asia - Tokyo time.')
    await user.click(screen.getByRole('button', { name: 'Clone' }))
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ to_project_id: 4 }))
  })

  it('is blocked while the time is too near, and says so', async () => {
    served()
    open()
    await toggle('Facebook')
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-11-19' } })
    screen.getByText('Publishing time must be at least 4 hours in the future.')
    expect(screen.getByRole('button', { name: 'Clone' }).hasAttribute('disabled')).toBe(true)
  })
})

describe('the files of a clone', () => {
  const show = (part: Parameters<typeof buildPost>[1], mayEdit = true) =>
    renderAs(
      'content-creator',
      <ReplicationLine post={buildPost([buildPostSocial()], part)} mayEdit={mayEdit} />,
    )

  it('are said to be on their way', () => {
    show({ media_replication_status: 'in-progress' })
    screen.getByText('Files are being copied')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('can be copied again after a failure, by those who may edit', async () => {
    const calls = serve({ 'POST /api/posts/10/media-replication': made })
    const user = userEvent.setup()
    const { unmount } = show({ media_replication_status: 'failed' }, false)
    expect(screen.queryByRole('button')).toBeNull()
    unmount()
    show({ media_replication_status: 'failed' })
    screen.getByText('Files could not be copied')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() =>
      expect(calls.map(({ address }) => address)).toEqual(['POST /api/posts/10/media-replication']),
    )
  })

  it('are not spoken of when they are there', () => {
    const { container } = show({ media_replication_status: 'duplicated' })
    expect(container.querySelector('[role=status]')).toBeNull()
  })
})
