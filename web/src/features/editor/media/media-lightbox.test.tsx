import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PostType } from '#domain/networks/model.ts'
import { toShownMedia } from '#web/features/media/shown-media.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { buildPostSocial, uploaded } from '../../../../testing/build-post.ts'
import { draftOf } from '../draft/draft.ts'
import { MediaLightbox } from './media-lightbox.tsx'

const describe = vi.fn()
const remove = vi.fn()
const saved = buildPostSocial({ attachments: [uploaded(1, 11), uploaded(2, 12)], attachment_order: [1, 2] })
const files = draftOf(saved).media

const show = (type: PostType) => {
  const media = files.flatMap(({ key, data }) => (data && toShownMedia(key, data)) ?? [])
  const editing = { files: [...files], describe, remove, replace: vi.fn() }
  const props = { projectId: 1, target: 1, network: 'instagram', type, media, editing, start: 1 } as const
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

test('a picture of a story is not asked for an alternative text, which nobody would get', () => {
  show('photo_story')
  expect(screen.getByText('Instagram takes no alternative text for stories.')).toBeTruthy()
  expect(screen.queryByLabelText('Alternative text')).toBeNull()
})
