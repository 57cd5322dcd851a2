import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseMediaLimits } from '#domain/networks/media-limits.ts'
import type { Attachment, PostSocial } from '#domain/posts/model.ts'
import { keepForMessage } from '#web/features/posts/early-message.ts'
import { meQuery } from '#web/platform/me.ts'
import { buildPost, buildPostSocial, uploaded } from '../../../testing/build-post.ts'
import { buildMe } from '../../../testing/build-project.ts'
import { openScreen } from '../../../testing/fake-project-server.tsx'
import { DraftProvider } from './draft/draft-context.tsx'
import { DraftStore } from './draft/draft-store.ts'
import { localBackupOf } from './draft/local-backup.ts'
import { usePostUploads } from './media/use-post-uploads.ts'
import { PostEditor } from './post-editor.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  chooseMediaLimits('document')
})

const noDesignTool = { name: 'Canva', is_set_up: false, is_connected: false }
const account = { name: 'Harbor Coffee', logo: null, handle: 'harborcoffee' }

const open = async (part: Partial<PostSocial>, limits?: 'current') => {
  const saved = buildPostSocial({ id: 1, ...part })
  const never = () => new Promise<never>(() => undefined)
  const backup = localBackupOf(7, localStorage)
  const store = new DraftStore(buildPost([saved]), { save: never, load: never, backup, now: Date.now })
  function Page() {
    const me = useQuery(meQuery)
    const uploads = usePostUploads(3, store)
    if (!me.data) return null
    return (
      <DraftProvider store={store}>
        <PostEditor
          id={1}
          account={account}
          date="Just now"
          view="desktop"
          validator={null}
          uploads={uploads}
          problemsOf={() => []}
          onSelect={() => undefined}
        />
      </DraftProvider>
    )
  }
  const world = await openScreen(() => <Page />, {
    answer: ({ path }) => {
      if (path === '/projects/3/design-tool') return { data: noDesignTool }
      return path === '/auth/me' ? { data: buildMe(limits ? { media_limits: limits } : {}) } : null
    },
  })
  await screen.findByRole('region', { name: 'Media' })
  return { ...world, store, draft: () => store.getState().entries.get(1)?.draft }
}

const shaped = (id: number, ratio: number): Attachment => {
  const photo = uploaded(id, id)
  const { object_data: data } = photo
  if (!data) throw new Error('no file')
  return { ...photo, object_data: { ...data, options: { ...data.options, ratio } } }
}

describe('The editor of a version', () => {
  it('begins a new post with what was typed before it was there', async () => {
    keepForMessage('Two lines')
    for (const key of ['Enter', 'l', 'a', 't', 'e', 'r']) fireEvent.keyDown(document.body, { key })
    const { draft } = await open({ status: 'temporary_draft', message: '' })
    await waitFor(() => expect(draft()?.message).toBe('Two lines\nlater'))
    expect(document.activeElement?.id).toBe('post-message')
  })

  it('says beside the pictures what the network crops', async () => {
    const attachments = [shaped(1, 1), shaped(2, 0.8)]
    await open({ social_network: 'instagram', type: 'multi_photo', attachments, attachment_order: [1, 2] })
    await screen.findByText('Instagram crops picture 2 to 1:1, the shape of the first.')
  })

  it.each([
    ['the usual', /under 15\sMB, 0.5 to 140\ss/, undefined],
    ['the present', /under 512\sMB, 0.5 to 140\ss/, 'current' as const],
  ])('names %s limits of videos if the installation has chosen those', async (_, text, limits) => {
    await open({ social_network: 'twitter', type: 'single_video' }, limits)
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('keeps the text, the files and what else is written when a file is refused', async () => {
    const attachments = [shaped(1, 1)]
    const { store, draft } = await open({
      social_network: 'instagram',
      type: 'multi_photo',
      message: 'Saturday at the harbor',
      attachments,
      attachment_order: [1],
    })
    act(() => store.edit(1, before => ({ ...before, firstComment: 'And a coffee' })))
    const before = draft()
    const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    fireEvent.change(input, { target: { files: [new File(['%PDF-1.7'], 'menu.pdf')] } })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('menu.pdf: neither a photo'))
    expect(draft()).toEqual(before)
  })
})
