import { fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Media } from '#domain/media/model.ts'
import type { PostType } from '#domain/networks/model.ts'
import { toShownMedia } from '#web/features/media/shown-media.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { buildPostSocial, uploaded } from '../../../../testing/build-post.ts'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { type Draft, draftOf } from '../draft/draft.ts'
import { MediaLightbox } from './media-lightbox.tsx'
import { useMediaEditing } from './use-media-editing.ts'

const describe = vi.fn()
const remove = vi.fn()
const saved = buildPostSocial({ attachments: [uploaded(1, 11), uploaded(2, 12)], attachment_order: [1, 2] })
const files = draftOf(saved).media

afterEach(() => vi.unstubAllGlobals())

const show = (type: PostType) => {
  const media = files.flatMap(({ key, data }) => (data && toShownMedia(key, data)) ?? [])
  const editing = { files: [...files], describe, remove, replace: vi.fn(), swap: vi.fn() }
  const props = { target: 1, network: 'instagram', type, media, editing, uploads: [], start: 1 } as const
  render(<MediaLightbox {...props} onClose={vi.fn()} />, { wrapper: ThemeProvider })
}

test('a picture of a post is described and removed in the lightbox', () => {
  show('multi_photo')
  fireEvent.change(screen.getByLabelText('Alternative text'), { target: { value: 'Bread' } })
  expect(describe).toHaveBeenCalledWith(1, { extraFields: { alt_text: 'Bread' } })
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(remove).toHaveBeenCalledWith(1)
  expect(screen.getByRole('button', { name: 'Crop' })).toBeTruthy()
})

test('a file takes the place of a picture, and its own alternative text is asked for then', async () => {
  const shownOf = (items: typeof files) =>
    items.flatMap(({ key, data }) => (data && toShownMedia(key, data)) ?? [])
  const swap = vi.fn(async () => null)
  const editing = { files: [...files], describe, remove, replace: vi.fn(), swap }
  const props = { target: 1, network: 'instagram', type: 'multi_photo', uploads: [], start: 1 } as const
  const page = (items: typeof files) => (
    <MediaLightbox {...props} media={shownOf(items)} editing={editing} onClose={vi.fn()} />
  )
  const { rerender } = render(page(files), { wrapper: ThemeProvider })
  const file = new File(['x'], 'other.png', { type: 'image/png' })
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } })
  await waitFor(() => expect(swap).toHaveBeenCalledWith(files[1], file))
  expect(screen.queryByText(/Describe the new one/)).toBeNull()
  rerender(page(files.map((item, index) => (index === 1 ? { ...item, key: 'upload-9' } : item))))
  expect(screen.getByText(/Describe the new one/)).toBeTruthy()
})

test('a picture of a story is not asked for an alternative text, which nobody would get', () => {
  show('photo_story')
  expect(screen.getByText('Instagram takes no alternative text for stories.')).toBeTruthy()
  expect(screen.queryByLabelText('Alternative text')).toBeNull()
})

test('a photo that somebody else moves while it is being cropped is the one that gets the crop', async () => {
  const { object_data } = uploaded(0, 99)
  if (!object_data) throw new Error('an upload has a file')
  const crop: Media = {
    id: 99,
    project_id: 3,
    source: 'uploaded',
    object_type: 'image',
    object_data,
    created_at: '2026-11-20T09:00:00.000Z',
  }
  fakeFetch(async () => Response.json({ data: crop }))
  let draft: Draft = { ...draftOf(saved), type: 'multi_photo' }
  const change = (how: (before: Draft) => Draft) => {
    draft = how(draft)
  }
  const page = () => {
    const options = { network: 'instagram', draft, uploading: 0, change, start: vi.fn() } as const
    const editing = renderHook(() => useMediaEditing(options)).result.current
    const media = draft.media.flatMap(({ key, data }) => (data && toShownMedia(key, data)) ?? [])
    const props = {
      target: 1,
      network: 'instagram',
      type: 'multi_photo',
      media,
      editing,
      uploads: [],
    } as const
    return <MediaLightbox {...props} start={0} onClose={vi.fn()} />
  }
  const original = { id: 11, object_data: uploaded(1, 11).object_data }
  const known: [readonly unknown[], unknown][] = [
    [['medias', 3, 11], [original]],
    [['medias', 3, 12], [{ id: 12, object_data: uploaded(2, 12).object_data }]],
  ]
  const { rerender } = renderAs('content-creator', page(), known)
  fireEvent.click(screen.getByRole('button', { name: 'Crop' }))
  await screen.findByRole('dialog', { name: 'Crop photo' })
  await waitFor(() => expect(document.querySelector('img[alt=""]')).toBeTruthy())
  fireEvent.load(document.querySelector('img[alt=""]') as HTMLImageElement)
  fireEvent.click(await screen.findByRole('button', { name: 'Rotate' }))
  draft = { ...draft, media: draft.media.toReversed() }
  rerender(page())
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(draft.media.map(({ objectId }) => objectId)).toEqual([12, 99]))
})
