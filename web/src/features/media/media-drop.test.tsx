import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { measureFile } from './measure-file.ts'
import { MediaDrop } from './media-drop.tsx'

const picture = new File(['x'], 'image.png', { type: 'image/png' })
const copied = (...types: string[]) => ({ clipboardData: { files: [picture], types: ['Files', ...types] } })
const onFiles = vi.fn<(files: File[]) => void>()

const show = (blockedBy: string | null = null) => {
  render(
    <>
      <MediaDrop onFiles={onFiles} blockedBy={blockedBy}>
        <textarea aria-label="Message" />
        <button type="button">Add</button>
      </MediaDrop>
      <textarea aria-label="Note" />
    </>,
    { wrapper: ThemeProvider },
  )
}
beforeEach(() => onFiles.mockReset())

test('a copied picture is taken in the post, and anywhere while nothing has the focus', () => {
  show()
  fireEvent.paste(screen.getByLabelText('Message'), copied())
  fireEvent.paste(screen.getByRole('button', { name: 'Add' }), copied('text/plain'))
  fireEvent.paste(document.body, copied())
  expect(onFiles.mock.calls).toEqual([[[picture]], [[picture]], [[picture]]])
})

test('copied text goes into the text field, and a picture for a note is not the post’s', () => {
  show()
  fireEvent.paste(screen.getByLabelText('Message'), copied('text/plain'))
  fireEvent.paste(screen.getByLabelText('Note'), copied())
  expect(onFiles).not.toHaveBeenCalled()
})

test('files are dropped anywhere on the post', () => {
  show()
  fireEvent.drop(screen.getByLabelText('Message'), { dataTransfer: { files: [picture], types: ['Files'] } })
  expect(onFiles).toHaveBeenCalledWith([picture])
})

test('nothing is pasted or dropped into a post that is full', () => {
  show('Max images quantity for current post type is 4')
  fireEvent.paste(document.body, copied())
  const dataTransfer = { files: [picture], types: ['Files'] }
  const message = screen.getByLabelText('Message')
  fireEvent.dragOver(message, { dataTransfer })
  expect(screen.getByText('Max images quantity for current post type is 4')).toBeTruthy()
  fireEvent.drop(message, { dataTransfer })
  expect(onFiles).not.toHaveBeenCalled()
})

test('a file dropped beside the post does not replace the page', () => {
  show()
  const dataTransfer = { files: [picture], types: ['Files'], dropEffect: 'copy' }
  expect(fireEvent.drop(screen.getByLabelText('Note'), { dataTransfer })).toBe(false)
  expect(onFiles).not.toHaveBeenCalled()
})

test('a HEIC without a type is judged as the JPEG that it becomes', async () => {
  // As most browsers do with HEIC.
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('not readable here')))
  const heic = new File([new Uint8Array(9_000_000)], 'IMG_1.HEIC', { type: '' })
  expect(await measureFile(heic)).toMatchObject({ kind: 'image', contentType: 'image/jpeg', bytes: 0 })
  expect(await measureFile(new File(['x'], 'notes.txt', { type: 'text/plain' }))).toBeNull()
})
