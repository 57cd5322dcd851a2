import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { Upload } from '#web/features/media/use-uploads.ts'
import { buildPostSocial } from '../../../../testing/build-post.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { draftOf } from '../draft/draft.ts'
import { missingFiles } from './use-post-uploads.ts'
import { useUploadWait } from './use-upload-wait.tsx'

const upload = (id: string): Upload => ({
  id,
  target: 1,
  slot: { place: 'media' },
  share: 0.4,
  failure: null,
  file: new File(['x'], `${id}.jpg`),
})

function Page({ ids, onEnd }: { readonly ids: readonly string[]; readonly onEnd: (done: boolean) => void }) {
  const [uploads, setUploads] = useState(ids.map(upload))
  const dismiss = (id: string) => setUploads(list => list.filter(each => each.id !== id))
  const { whenUploaded, dialog } = useUploadWait({
    uploads,
    dismiss,
    start: vi.fn(),
    fetch: vi.fn(),
    retry: vi.fn(),
  })
  return (
    <>
      <button type="button" onClick={() => void whenUploaded('Publishes').then(onEnd)}>
        Publish now
      </button>
      {/* A file of the server's answer arrives as its upload leaves the list. */}
      <button type="button" onClick={() => setUploads(list => list.slice(1))} aria-label="One arrives" />
      {dialog}
    </>
  )
}

const open = (...ids: string[]) => {
  const onEnd = vi.fn()
  renderAs('content-creator', <Page ids={ids} onEnd={onEnd} />)
  return { onEnd, user: userEvent.setup() }
}
const arrive = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'One arrives', hidden: true }))

describe('an action during an upload', () => {
  it('goes on at once if nothing is being uploaded', async () => {
    const { onEnd, user } = open()
    await user.click(screen.getByRole('button', { name: 'Publish now' }))
    expect(onEnd.mock.calls).toEqual([[true]])
  })

  it('waits until every file has arrived', async () => {
    const { onEnd, user } = open('one', 'two')
    await user.click(screen.getByRole('button', { name: 'Publish now' }))
    await screen.findByRole('dialog', { name: 'Publishes when 2 of 2 files are uploaded' })
    await arrive(user)
    expect(screen.getByText('1 of 2 uploaded')).toBeTruthy()
    expect(onEnd).not.toHaveBeenCalled()
    await arrive(user)
    expect(onEnd.mock.calls).toEqual([[true]])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is not done when the person cancels it, and the upload continues', async () => {
    const { onEnd, user } = open('one')
    await user.click(screen.getByRole('button', { name: 'Publish now' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(onEnd.mock.calls).toEqual([[false]])
    await arrive(user)
    expect(onEnd).toHaveBeenCalledTimes(1)
  })
})

describe('the files that a version misses', () => {
  const awaiting = (...awaitedFiles: string[]) => draftOf(buildPostSocial({ awaited_files: awaitedFiles }))

  it('are those that this page does not upload, each as often as it is missing', () => {
    expect(missingFiles(awaiting('one.jpg', 'two.jpg', 'one.jpg'), [upload('one')])).toEqual([
      'two.jpg',
      'one.jpg',
    ])
    expect(missingFiles(awaiting('one.jpg'), [upload('one')])).toEqual([])
  })
})
