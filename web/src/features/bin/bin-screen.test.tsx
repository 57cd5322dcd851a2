import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BinKind } from '#domain/bin/bin.ts'
import type { BinItem } from '#domain/bin/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { buildMe, buildOwnProject } from '../../../testing/build-project.ts'
import { type Call, type FakeServer, openScreen } from '../../../testing/fake-project-server.tsx'
import { BinScreen } from './bin-screen.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const common = {
  deleted_at: '2026-11-18T09:00:00.000Z',
  deleted_by: { id: 51, name: 'Cara Lind' },
  leaves_at: '2026-12-18T09:00:00.000Z',
}
const post = (id: number, title: string, pending: 'facebook'[] = []): BinItem => ({
  ...common,
  kind: 'post',
  id,
  title,
  social_networks: ['facebook'],
  scheduled_at: '2026-11-19T09:00:00.000Z',
  pending_comments: pending,
})
const label: BinItem = {
  ...common,
  kind: 'day_label',
  id: 9,
  title: 'Black Friday',
  color: '#d94f4f',
  start_at: '2026-11-27',
  end_at: '2026-11-27',
  deleted_by: null,
  leaves_at: '2026-11-21T09:00:00.000Z',
}
const all = [post(7, 'Slow Sunday'), post(8, ''), label]

function Page() {
  const [kind, setKind] = useState<BinKind>('post')
  return <BinScreen kind={kind} onKind={setKind} />
}

const open = ({
  items = all,
  answer = () => null,
}: {
  items?: BinItem[]
  answer?: FakeServer['answer']
} = {}) => {
  const countOf = (kind: BinKind) => items.filter(item => item.kind === kind).length
  return openScreen(Page, {
    answer: request => {
      const special = answer(request)
      if (special) return special
      if (request.method !== 'GET' || !request.path.startsWith('/projects/3/bin')) return null
      const kind = /kind=(\w+)/.exec(request.path)?.[1]
      const counts = {
        post: countOf('post'),
        day_label: countOf('day_label'),
        campaign: 0,
        hashtag_pool: 0,
        media: 0,
      }
      return { data: { items: items.filter(item => item.kind === kind), next_after: null, counts } }
    },
  })
}
const as = (role: Role) => (request: Call) => {
  return request.path === '/auth/me' ? { data: buildMe({ projects: [buildOwnProject(role)] }) } : null
}
const rows = async () => {
  const list = within(await screen.findByRole('list', { name: /^Deleted / }))
  return list.getAllByRole('listitem').map(row => row.textContent)
}

describe('the bin', () => {
  test('offers no change of an archived client', async () => {
    const own = { ...buildOwnProject('agency-admin'), archived_at: '2026-06-01T08:00:00.000Z' }
    const answer = ({ path }: Call) =>
      path === '/auth/me' ? { data: buildMe({ archived_projects: [own] }) } : null
    await open({ answer })
    const list = await screen.findByRole('list', { name: 'Deleted posts' })
    expect(within(list).getByText('Slow Sunday')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(within(list).queryByRole('button')).toBeNull()
  })

  test('says of each post when and by whom it was deleted, and how long it stays', async () => {
    await open()
    expect(await rows()).toEqual([
      'Slow SundayWas scheduled for 19 Nov 2026, 10:00 AMDeleted by Cara Lind, 18 Nov 2026, 10:00 AM28 days left',
      'Empty messageWas scheduled for 19 Nov 2026, 10:00 AMDeleted by Cara Lind, 18 Nov 2026, 10:00 AM28 days left',
    ])
  })

  test('has a tab for each kind, with its number', async () => {
    const { user } = await open()
    await rows()
    await user.click(screen.getByRole('tab', { name: 'Labels (1)' }))
    await waitFor(async () =>
      expect(await rows()).toEqual(['Black Friday27 Nov 2026Deleted, 18 Nov 2026, 10:00 AM1 day left']),
    )
    await user.click(screen.getByRole('tab', { name: 'Media' }))
    expect(await screen.findByText('No deleted files')).toBeTruthy()
  })

  test('restores one, and says that its time has passed', async () => {
    const sent: unknown[] = []
    const { user } = await open({
      answer: ({ method, path, body }) => {
        if (method !== 'POST' || path !== '/projects/3/bin/restore') return null
        sent.push(body)
        return { data: { unscheduled: [7] } }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Restore Slow Sunday' }))
    expect(
      await screen.findByText('Post restored. Its time has passed, so it is not scheduled.'),
    ).toBeTruthy()
    expect(sent).toEqual([{ kind: 'post', ids: [7] }])
  })

  test('deletes many for good only after a question', async () => {
    const sent: unknown[] = []
    const { user } = await open({
      answer: ({ method, body }) => {
        if (method !== 'DELETE') return null
        sent.push(body)
        return { data: {} }
      },
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    const ask = async () => {
      await user.click(screen.getByRole('button', { name: 'Delete for good' }))
      return within(await screen.findByRole('dialog', { name: 'Delete 2 posts for good?' }))
    }
    await user.click((await ask()).getByRole('button', { name: 'Cancel' }))
    expect(sent).toEqual([])
    await user.click((await ask()).getByRole('button', { name: 'Delete for good' }))
    expect(await screen.findByText('2 posts deleted for good')).toBeTruthy()
    expect(sent).toEqual([{ kind: 'post', ids: [7, 8] }])
  })

  test('says before a deletion for good that first comments will be dropped', async () => {
    const { user } = await open({ items: [post(7, 'Slow Sunday', ['facebook'])] })
    await user.click(await screen.findByRole('button', { name: 'Delete Slow Sunday for good' }))
    const question = within(await screen.findByRole('dialog'))
    expect(
      question.getByText(
        'Slow Sunday. The first comment on Facebook has not been added yet and will be dropped. This cannot be undone.',
      ),
    ).toBeTruthy()
  })

  test('offers a content creator to restore, and not to delete for good', async () => {
    const { user } = await open({ answer: as('content-creator') })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Slow Sunday' }))
    expect(screen.getByRole('button', { name: 'Restore' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /for good/ })).toBeNull()
  })

  test('shows why nothing was restored', async () => {
    const message = 'This is no longer in the bin. Reload to see what is.'
    const { user } = await open({
      answer: ({ method }) => (method === 'POST' ? { status: 404, code: 'not_found', message } : null),
    })
    await user.click(await screen.findByRole('button', { name: 'Restore Slow Sunday' }))
    expect(await screen.findByText(message)).toBeTruthy()
  })

  test('says when it cannot be loaded, and tries again', async () => {
    let isDown = true
    const { user } = await open({
      answer: ({ path }) =>
        isDown && path.startsWith('/projects/3/bin')
          ? { status: 403, code: 'forbidden', message: 'Not now.' }
          : null,
    })
    expect(await screen.findByText('Not now.')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await rows()).toHaveLength(2)
  })
})
