import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildPost, buildPostSocial, uploaded } from '../../../../testing/build-post.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { DraftStore } from '../draft/draft-store.ts'
import { localBackupOf } from '../draft/local-backup.ts'
import { type PostUploads, usePostUploads } from './use-post-uploads.ts'

/** The uploads on their way, which the test ends. */
let sent: FakeRequest[] = []
class FakeRequest {
  readonly upload = {}
  status = 0
  responseText = ''
  onload = () => undefined as unknown
  open = () => undefined
  setRequestHeader = () => undefined
  abort = () => undefined
  send = () => void sent.push(this)
}
/** The upload that runs arrives as the file with this id. */
const arrive = async (id: number) => {
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const request = sent.shift()
  if (!request) throw new Error('nothing is being uploaded')
  const { object_data } = uploaded(0, id, 'image.png')
  const data = { id, project_id: 3, source: 'upload', object_type: 'image', object_data, created_at: '' }
  Object.assign(request, { status: 200, responseText: JSON.stringify({ data }) })
  await act(async () => request.onload())
}

beforeEach(() => {
  localStorage.clear()
  sent = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => vi.unstubAllGlobals())

const [facebook, instagram, linkedin] = [1, 2, 3] as const

/** A post whose versions for Facebook and Instagram follow the shared content; the one for LinkedIn is adapted. */
const open = () => {
  const version = { type: 'multi_photo', follows_shared: true } as const
  const post = buildPost([
    buildPostSocial({ ...version, id: facebook }),
    buildPostSocial({ ...version, id: instagram, social_network: 'instagram' }),
    buildPostSocial({ ...version, id: linkedin, social_network: 'linkedin', follows_shared: false }),
  ])
  const never = () => new Promise<never>(() => undefined)
  const backup = localBackupOf(7, localStorage)
  const store = new DraftStore(post, { save: never, load: never, backup, now: Date.now })
  let uploads: PostUploads | undefined
  function Page() {
    uploads = usePostUploads(3, store)
    return uploads.uploads.map(({ id }) => (
      <button type="button" key={id} onClick={() => uploads?.dismiss(id)}>
        Cancel
      </button>
    ))
  }
  renderAs('content-creator', <Page />)
  return {
    store,
    /** Every picture that is pasted has the same name. */
    paste: (target: number, count = 1) => {
      const files = Array.from({ length: count }, () => new File(['x'], 'image.png'))
      act(() => uploads?.start(target, files))
    },
    replace: (target: number, index: number) => {
      const former = store.getState().entries.get(target)?.draft.media[index]
      if (!former) throw new Error('there is nothing to replace')
      const slot = { place: 'replacement', key: former.key, objectId: former.objectId } as const
      act(() => uploads?.start(target, [new File(['x'], 'other.png')], slot))
    },
    describe: (target: number, alt_text: string) =>
      act(() =>
        store.edit(target, draft => ({
          ...draft,
          media: draft.media.map(item => ({ ...item, extraFields: { alt_text } })),
        })),
      ),
    texts: (target: number) =>
      store
        .getState()
        .entries.get(target)
        ?.draft.media.map(({ extraFields }) => extraFields.alt_text),
    files: () =>
      [...store.getState().entries.values()].map(({ draft }) => draft.media.map(({ objectId }) => objectId)),
    awaited: () => [...store.getState().entries.values()].map(({ draft }) => draft.awaitedFiles.length),
  }
}

it('Two pictures of one name go where each was chosen: one into the shared content, one into an adapted version', async () => {
  const { paste, files, awaited } = open()
  paste(linkedin)
  paste(facebook)
  await arrive(51)
  expect(files()).toEqual([[], [], [51]])
  await arrive(52)
  expect(files()).toEqual([[52], [52], [51]])
  expect(awaited()).toEqual([0, 0, 0])
})

it('Two pictures of one name that are shared are attached once each', async () => {
  const { paste, files, awaited } = open()
  paste(instagram, 2)
  await arrive(51)
  expect(files()).toEqual([[51], [51], []])
  await arrive(52)
  expect(files()).toEqual([[51, 52], [51, 52], []])
  expect(awaited()).toEqual([0, 0, 0])
})

it('A version that is adapted during an upload gets the picture too', async () => {
  const { store, paste, files, awaited } = open()
  paste(facebook)
  store.edit(instagram, draft => ({ ...draft, isFollowing: false }))
  await arrive(51)
  expect(files()).toEqual([[51], [51], []])
  expect(awaited()).toEqual([0, 0, 0])
})

it('A version that was adapted during an upload does not wait for it once it is cancelled', () => {
  const { store, paste, awaited } = open()
  paste(facebook)
  store.edit(instagram, draft => ({ ...draft, isFollowing: false }))
  act(() => screen.getByRole('button', { name: 'Cancel' }).click())
  expect(awaited()).toEqual([0, 0, 0])
})

it('A file that replaces another takes its place in all versions that share it, without what was written about it', async () => {
  const { paste, replace, describe, texts, files, awaited } = open()
  paste(facebook, 3)
  for (const id of [51, 52, 53]) await arrive(id)
  describe(facebook, 'A cup')
  replace(facebook, 1)
  await arrive(60)
  expect(files()).toEqual([[51, 60, 53], [51, 60, 53], []])
  expect(texts(instagram)).toEqual(['A cup', undefined, 'A cup'])
  expect(awaited()).toEqual([0, 0, 0])
})

it('A file that replaces one which was removed meanwhile is attached nowhere', async () => {
  const { store, paste, replace, files } = open()
  paste(linkedin)
  await arrive(51)
  replace(linkedin, 0)
  act(() => store.edit(linkedin, draft => ({ ...draft, media: [] })))
  await arrive(60)
  expect(files()).toEqual([[], [], []])
})
