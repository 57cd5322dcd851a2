import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { DraftStore } from './draft/draft-store.ts'
import { localBackupOf } from './draft/local-backup.ts'
import { useLeaveGuard } from './use-leave-guard.tsx'

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('scrollTo', () => undefined)
})

/** The page of a post whose message is typed by somebody, and its link back. */
const open = (status: 'temporary_draft' | 'draft', message = 'Half a thought') => {
  const post = { ...buildPost([buildPostSocial({ message })]), status }
  const save = vi.fn(async () => post)
  const store = new DraftStore(post, {
    save,
    load: async () => post,
    backup: localBackupOf(7, localStorage),
    now: Date.now,
  })
  const Page = () => {
    const dialog = useLeaveGuard({
      post,
      store,
      isUploading: false,
      whenUploaded: async () => true,
      isGone: () => false,
    })
    return (
      <>
        <Link to="/without-project">Back</Link>
        {dialog}
      </>
    )
  }
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/post', component: Page })
  const away = createRoute({
    getParentRoute: () => root,
    path: '/without-project',
    component: () => 'The calendar',
  })
  const router = createRouter({
    routeTree: root.addChildren([page, away]),
    history: createMemoryHistory({ initialEntries: ['/post'] }),
  })
  renderAs('content-creator', <RouterProvider router={router as never} />)
  return { save }
}

const title = 'Would you like to save your content before leaving?'
const leave = async () => userEvent.click(await screen.findByRole('link', { name: 'Back' }))
const answer = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('A new post that is left', () => {
  it('stays on the screen with Stay', async () => {
    open('temporary_draft')
    await leave()
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
    await answer('Stay')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('link', { name: 'Back' })).toBeTruthy()
  })

  it('is left as it is when it is not saved', async () => {
    const { save } = open('temporary_draft')
    await leave()
    await answer('Leave without saving')
    expect(await screen.findByText('The calendar')).toBeTruthy()
    expect(save).not.toHaveBeenCalled()
  })

  it('becomes a draft on request', async () => {
    const { save } = open('temporary_draft')
    await leave()
    await answer('Save as draft')
    expect(await screen.findByText('The calendar')).toBeTruthy()
    expect(save).toHaveBeenCalledWith(expect.objectContaining({ is_temporary: false }))
  })

  it.each([
    ['temporary_draft', ''],
    ['draft', 'Half a thought'],
  ] as const)('asks nothing as a %s that says "%s"', async (status, message) => {
    open(status, message)
    await leave()
    expect(await screen.findByText('The calendar')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
