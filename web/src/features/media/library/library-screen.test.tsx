import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { LibraryMedia } from '#domain/media/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { buildMe, buildOwnProject } from '../../../../testing/build-project.ts'
import { type Call, type FakeServer, openScreen } from '../../../../testing/fake-project-server.tsx'
import { LibraryPicker } from './library-picker.tsx'
import { LibraryScreen } from './library-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const file = (id: number, name: string, part: Partial<LibraryMedia> = {}): LibraryMedia => ({
  id,
  project_id: 3,
  source: 'uploaded',
  object_type: 'image',
  object_data: {
    public_url: `/media/${id}/original`,
    content_type: 'image/jpeg',
    file_size: 2_400_000,
    options: { width: 1200, height: 628, ratio: 1200 / 628, type: 'image', duration: null },
    is_temporary: false,
    original_name: name,
    user_id: 7,
    previews: null,
    parent_media_id: null,
    crop: null,
  },
  created_at: '2026-11-20T09:00:00.000Z',
  used_in: [],
  uses: 0,
  clean_after: null,
  is_kept: false,
  ...part,
})
const beach = file(7, 'beach.jpg')
const cup = file(8, 'cup.png', {
  source: 'imported',
  used_in: [{ post_id: 12, social_networks: ['facebook', 'linkedin'], message: 'Fresh coffee\nevery day' }],
  uses: 3,
})
const old = file(9, 'old.jpg', { clean_after: '2026-12-01T10:00:00.000Z' })

type Options = { medias?: LibraryMedia[]; announced?: number; answer?: FakeServer['answer'] }
const answering =
  ({ medias = [], announced = 0, answer = () => null }: Options): FakeServer['answer'] =>
  request =>
    answer(request) ??
    (request.path.startsWith('/projects/3/media-library')
      ? { data: { medias, next_after: null, announced } }
      : null)
const open = (options: Options = {}, filter = {}) => {
  const onFilter = vi.fn()
  const opened = openScreen(() => <LibraryScreen filter={filter} onFilter={onFilter} />, {
    answer: answering(options),
  })
  return opened.then(world => ({ ...world, onFilter }))
}
const as = (role: Role) => (request: Call) => {
  return request.path === '/auth/me' ? { data: buildMe({ projects: [buildOwnProject(role)] }) } : null
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement)

describe('the media library', () => {
  test('shows the size of each file, and links to the posts that use it', async () => {
    await open({ medias: [cup, beach] })
    const row = await rowOf('cup.png')
    expect(row.getByText('2.4 MB · 1200×628 · Imported design')).toBeTruthy()
    expect(row.getByRole('link', { name: 'Fresh coffee' }).getAttribute('href')).toBe(
      '/3/manage-post/facebook?postId=12',
    )
    expect(row.getByText(/and 2 more/)).toBeTruthy()
    expect(row.queryByRole('button', { name: /Delete/ })).toBeNull()
    expect((await rowOf('beach.jpg')).getByText('Not used')).toBeTruthy()
  })

  test('deletes a file that no post uses, after asking', async () => {
    const { user, sent } = await open({ medias: [beach] })
    await user.click((await rowOf('beach.jpg')).getByRole('button', { name: 'Delete beach.jpg' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this file for good?' }))
    expect(sent('DELETE')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(sent('DELETE').map(({ path }) => path)).toEqual(['/projects/3/medias/7']))
  })

  test('says what will be deleted and when, and keeps what somebody needs', async () => {
    const { user, sent, onFilter } = await open({ medias: [old], announced: 1 })
    expect(await screen.findByText('Not used. Will be deleted on 1 Dec 2026')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show them' }))
    expect(onFilter).toHaveBeenCalledWith({ isAnnounced: true })
    await user.click(screen.getByRole('button', { name: 'Keep old.jpg' }))
    await waitFor(() =>
      expect(sent('PUT').map(({ path, body }) => [path, body])).toEqual([
        ['/projects/3/medias/9/kept', { is_kept: true }],
      ]),
    )
  })

  test('searches by name after a pause, and by kind', async () => {
    const { user, onFilter } = await open({ medias: [beach] })
    await user.type(await screen.findByRole('textbox', { name: 'Search files by name' }), 'sun')
    await waitFor(() => expect(onFilter.mock.calls).toEqual([[{ q: 'sun' }]]))
    await user.click(screen.getByRole('radio', { name: 'Videos' }))
    expect(onFilter).toHaveBeenLastCalledWith({ type: 'video' })
  })

  test('says that there are no files, or that none matches', async () => {
    await open()
    expect(await screen.findByText('There are no files yet')).toBeTruthy()
    await open({}, { q: 'nothing' })
    expect(await screen.findByText('Not found')).toBeTruthy()
  })

  test('says when it cannot be loaded, and tries again', async () => {
    let isDown = true
    const { user } = await open({
      medias: [beach],
      answer: ({ path }) =>
        isDown && path.startsWith('/projects/3/media-library')
          ? { status: 403, code: 'forbidden', message: 'Not now.' }
          : null,
    })
    expect(await screen.findByText('Not now.')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('beach.jpg')).toBeTruthy()
  })

  test.each(['internal-approver', 'external-approver'] as const)('is not shown to %s', async role => {
    await open({ medias: [beach], answer: as(role) })
    expect(await screen.findByText('You are not allowed to do this.')).toBeTruthy()
  })
})

describe('choosing from the library', () => {
  test('gives the files in the order they were pressed, and no more than fit', async () => {
    const onChoose = vi.fn()
    const { user } = await openScreen(
      () => (
        <LibraryPicker
          room={2}
          refusalOf={({ id }) => (id === 9 ? 'File is too big' : null)}
          onChoose={onChoose}
          onClose={vi.fn()}
        />
      ),
      { answer: answering({ medias: [cup, beach, old, file(10, 'late.jpg')] }) },
    )
    const choice = (name: RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
    expect((await choice(/old\.jpg.*File is too big/)).disabled).toBe(true)
    await user.click(await choice(/beach/))
    await user.click(await choice(/cup/))
    expect((await choice(/late/)).disabled).toBe(true)
    expect(screen.getByText('2 of 2 chosen')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Add to post' }))
    expect(onChoose.mock.calls.map(([medias]) => medias.map(({ id }: LibraryMedia) => id))).toEqual([[7, 8]])
  })
})
