import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import type { PostSave } from '#web/features/posts/api.ts'
import { ApiError, unreachable } from '#web/platform/api-error.ts'
import { buildPost, buildPostSocial, uploaded } from '../../../../testing/build-post.ts'
import { type Draft, withMedia } from './draft.ts'
import { DraftStore } from './draft-store.ts'
import { localBackupOf } from './local-backup.ts'

/** A server with one post: it counts versions as the real one does, and answers 409 to an outdated one. */
const makeServer = (socials: PostSocial[] = [buildPostSocial({ id: 1, social_network: 'facebook' })]) => {
  let post = buildPost(socials)
  let nextAttachment = 900
  const stale = () => new ApiError({ status: 409, code: 'stale_version', message: 'stale' })
  const change = (id: number, part: Partial<PostSocial>) => {
    post = {
      ...post,
      post_socials: post.post_socials.map(social =>
        social.id === id ? { ...social, ...part, version: social.version + 1 } : social,
      ),
    }
  }
  const save = vi.fn(async ({ post_socials: saves }: PostSave): Promise<Post> => {
    for (const one of saves) {
      const social = post.post_socials.find(({ id }) => id === one.id)
      if (one.version !== social?.version) throw stale()
    }
    for (const { id, message, first_comment, type, media_actions = [], attachment_order = [] } of saves) {
      const before = post.post_socials.find(social => social.id === id)
      const attachments = [
        ...(before?.attachments ?? []).filter(({ id: own }) => attachment_order.includes(own)),
        ...media_actions.flatMap(action =>
          action.action === 'attach'
            ? [{ ...uploaded(nextAttachment++, action.object_id ?? 0), post_social_id: id }]
            : [],
        ),
      ]
      change(id, {
        ...(message === undefined ? {} : { message }),
        ...(first_comment === undefined ? {} : { first_comment }),
        ...(type === undefined ? {} : { type }),
        attachments,
        attachment_order: attachments.map(({ id: own }) => own),
      })
    }
    return post
  })
  return { save, change, current: () => post, load: async () => post }
}

const backup = () => localBackupOf(7, localStorage)
const open = (server: ReturnType<typeof makeServer>) =>
  new DraftStore(server.current(), {
    save: server.save,
    load: server.load,
    backup: backup(),
    now: () => Date.parse('2026-11-21T10:42:00Z'),
  })
const write = (message: string) => (draft: Draft) => ({ ...draft, message })
const messageOf = (store: ReturnType<typeof open>, id = 1) => store.getState().entries.get(id)?.draft.message

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

describe('what is typed into the message', () => {
  it('is current at once, and reaches the page once for several fast keys', async () => {
    const store = open(makeServer())
    const listener = vi.fn()
    store.subscribe(listener)
    for (const text of ['H', 'He', 'Hel']) {
      store.type(1, text)
      expect(messageOf(store)).toBe(text)
    }
    expect(listener).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(100)
    expect(listener).toHaveBeenCalledTimes(1)
    expect(store.getState().save.kind).toBe('waiting')
  })

  it('is saved right after the key, without waiting for the page', async () => {
    const server = makeServer()
    const store = open(server)
    store.type(1, 'Up to the last key')
    expect(await store.saveNow()).toBe(true)
    expect(server.current().post_socials[0]?.message).toBe('Up to the last key')
  })

  it('is saved on its own after a pause, counted from the last key', async () => {
    const server = makeServer()
    const store = open(server)
    store.type(1, 'H')
    await vi.advanceTimersByTimeAsync(1000)
    store.type(1, 'He')
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.save).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.current().post_socials[0]?.message).toBe('He')
  })

  it('has a backup on this device within a tenth of a second', async () => {
    const store = open(makeServer())
    store.type(1, 'Almost lost')
    await vi.advanceTimersByTimeAsync(100)
    expect(backup().read(1)?.draft.message).toBe('Almost lost')
  })

  it.each([
    ['the page is put away', (store: DraftStore) => store.settle()],
    ['the editor is closed', (store: DraftStore) => store.stop()],
    ['anything else is changed', (store: DraftStore) => store.edit(2, write('Other'))],
  ])('has a backup at once when %s', (_name, happen) => {
    const socials = [buildPostSocial({ id: 1, social_network: 'facebook' }), buildPostSocial({ id: 2 })]
    const store = open(makeServer(socials))
    store.type(1, 'Almost lost')
    happen(store)
    expect(backup().read(1)?.draft.message).toBe('Almost lost')
  })

  it('leaves no backup once it is typed back', async () => {
    const store = open(makeServer())
    store.type(1, 'x')
    await vi.advanceTimersByTimeAsync(100)
    store.type(1, 'Saved text')
    await vi.advanceTimersByTimeAsync(100)
    expect(backup().read(1)).toBe(null)
    expect(store.getState().save.kind).toBe('clean')
  })
})

describe('autosave', () => {
  it('saves within 2 seconds of a pause, once', async () => {
    const server = makeServer()
    const store = open(server)
    store.edit(1, write('H'))
    await vi.advanceTimersByTimeAsync(800)
    store.edit(1, write('Hello'))
    await vi.advanceTimersByTimeAsync(800)
    expect(server.save).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1200)
    expect(server.save).toHaveBeenCalledTimes(1)
    expect(server.current().post_socials[0]?.message).toBe('Hello')
    expect(store.getState().save.kind).toBe('saved')
  })

  it('saves what was typed during a save in a second save, based on the new version', async () => {
    const server = makeServer()
    const store = open(server)
    store.edit(1, write('one'))
    const saving = store.saveNow()
    store.edit(1, write('one two'))
    await saving
    expect(server.current().post_socials[0]?.message).toBe('one two')
    expect(server.save.mock.calls.map(([body]) => body.post_socials[0]?.version)).toEqual([1, 2])
  })

  it('reports nothing unsaved once the text is typed back', async () => {
    const server = makeServer()
    const store = open(server)
    store.edit(1, write('x'))
    store.edit(1, write('Saved text'))
    expect(store.hasUnsaved()).toBe(false)
    await vi.advanceTimersByTimeAsync(3000)
    expect(server.save).not.toHaveBeenCalled()
  })

  it('attaches a file once, however often it saves', async () => {
    const server = makeServer()
    const store = open(server)
    const file = uploaded(0, 55)
    const media = {
      key: 'upload-1',
      attachmentId: null,
      objectId: 55,
      data: file.object_data,
      thumbnail: null,
      description: 'media' as const,
      extraFields: {},
    }
    store.edit(1, draft => withMedia('facebook', draft, [media]))
    await store.saveNow()
    store.edit(1, write('and words'))
    await store.saveNow()
    expect(server.save.mock.calls.map(([body]) => body.post_socials[0]?.media_actions?.length)).toEqual([
      1, 0,
    ])
    expect(store.getState().entries.get(1)?.draft.media[0]?.attachmentId).toBe(900)
    expect(store.getState().entries.get(1)?.draft.media[0]?.key).toBe('upload-1')
  })
})

describe('a draft without a connection', () => {
  it('is backed up on this device and saved when the server is back', async () => {
    const server = makeServer()
    const store = open(server)
    server.save.mockRejectedValueOnce(unreachable())
    store.edit(1, write('On the train'))
    await vi.advanceTimersByTimeAsync(1500)
    expect(store.getState().save.kind).toBe('offline')
    expect(backup().read(1)?.draft.message).toBe('On the train')
    await vi.advanceTimersByTimeAsync(6000)
    expect(server.current().post_socials[0]?.message).toBe('On the train')
    expect(backup().read(1)).toBe(null)
  })

  it('is saved when the video that its version needs is converted', async () => {
    const server = makeServer()
    const store = open(server)
    const message = 'wide.mkv is being converted for Twitter'
    const waiting = new ApiError({ status: 422, code: 'video_converting', message })
    server.save.mockRejectedValueOnce(waiting).mockRejectedValueOnce(waiting)
    store.edit(1, write('With a video'))
    await vi.advanceTimersByTimeAsync(1500)
    expect(store.getState().save).toEqual({ kind: 'refused', error: waiting })
    await vi.advanceTimersByTimeAsync(12_000)
    expect(server.current().post_socials[0]?.message).toBe('With a video')
    expect(store.getState().save.kind).toBe('saved')
  })

  it('is offered after a crash, and restored', async () => {
    const server = makeServer()
    open(server).edit(1, write('Almost lost'))
    const later = open(server)
    expect(messageOf(later)).toBe('Saved text')
    expect(later.getState().entries.get(1)?.backup?.draft.message).toBe('Almost lost')
    later.answerBackup(1, true)
    await vi.advanceTimersByTimeAsync(100)
    expect(server.current().post_socials[0]?.message).toBe('Almost lost')
  })

  it('is discarded if the person says so', () => {
    const server = makeServer()
    open(server).edit(1, write('Old idea'))
    open(server).answerBackup(1, false)
    expect(open(server).getState().entries.get(1)?.backup).toBe(null)
  })

  it('is shown next to the newer version if it was based on an older one', () => {
    const server = makeServer()
    open(server).edit(1, write('Mine, kept'))
    server.change(1, { message: 'Theirs, saved' })
    const store = open(server)
    store.answerBackup(1, true)
    expect(store.getState().save.kind).toBe('conflict')
    expect(messageOf(store)).toBe('Mine, kept')
    expect(store.getState().entries.get(1)?.theirs?.message).toBe('Theirs, saved')
  })
})

describe('a draft that two people edit', () => {
  it('adopts what the other person saved as long as nothing is being typed', () => {
    const server = makeServer()
    const store = open(server)
    server.change(1, { message: 'From Berta' })
    store.receive(server.current())
    expect(messageOf(store)).toBe('From Berta')
    expect(store.getState().entries.get(1)?.revision).toBe(1)
  })

  it('keeps what is being typed if the other person only decided, and saves it', async () => {
    const server = makeServer()
    const store = open(server)
    store.edit(1, write('Typing'))
    const [social] = server.current().post_socials
    if (social) store.receive({ ...server.current(), post_socials: [{ ...social, status: 'approved' }] })
    expect(messageOf(store)).toBe('Typing')
    await vi.advanceTimersByTimeAsync(2000)
    expect(server.current().post_socials[0]?.message).toBe('Typing')
  })

  it('never overwrites silently: an outdated save asks, and saves nothing until answered', async () => {
    const server = makeServer()
    const store = open(server)
    server.change(1, { message: 'From Berta' })
    store.edit(1, write('From Anna'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(store.getState().save.kind).toBe('conflict')
    expect(server.current().post_socials[0]?.message).toBe('From Berta')
    store.resolve(1, 'mine')
    await vi.advanceTimersByTimeAsync(100)
    expect(server.current().post_socials[0]?.message).toBe('From Anna')
    expect(store.getState().save.kind).toBe('saved')
  })

  it('drops one’s own text if the other person’s is chosen', async () => {
    const server = makeServer()
    const store = open(server)
    server.change(1, { message: 'From Berta' })
    store.edit(1, write('From Anna'))
    await vi.advanceTimersByTimeAsync(2000)
    store.resolve(1, 'theirs')
    expect(messageOf(store)).toBe('From Berta')
    expect(store.hasUnsaved()).toBe(false)
    expect(backup().read(1)).toBe(null)
  })

  it('can be edited on another network in the meantime', async () => {
    const server = makeServer([
      buildPostSocial({ id: 1, social_network: 'facebook' }),
      buildPostSocial({ id: 2, social_network: 'linkedin' }),
    ])
    const store = open(server)
    server.change(1, { message: 'From Berta' })
    store.edit(1, write('From Anna'))
    store.edit(2, write('For LinkedIn'))
    await vi.advanceTimersByTimeAsync(2000)
    store.resolve(1, 'theirs')
    await vi.advanceTimersByTimeAsync(2000)
    expect(server.current().post_socials.map(({ message }) => message)).toEqual([
      'From Berta',
      'For LinkedIn',
    ])
  })
})

it('shows a refusal and does not retry until something changes', async () => {
  const server = makeServer()
  const store = open(server)
  server.save.mockRejectedValueOnce(
    new ApiError({ status: 409, code: 'being_published', message: 'The post is being published.' }),
  )
  store.edit(1, write('Too late'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(store.getState().save.kind).toBe('refused')
  expect(server.save).toHaveBeenCalledTimes(1)
})

describe('a text with the line breaks of another program', () => {
  it('is held as it is stored, so that one save is enough', async () => {
    const server = makeServer()
    const store = open(server)
    const onRemoved = vi.fn()
    addEventListener('removed-characters', onRemoved)
    store.type(1, 'Fresh\vbread')
    expect(messageOf(store)).toBe('Fresh\nbread')
    store.edit(1, draft => ({ ...draft, firstComment: 'Come\u2028in' }))
    expect(onRemoved).not.toHaveBeenCalled()
    store.edit(1, draft => ({ ...draft, firstComment: 'Come\nin\u0007' }))
    expect(onRemoved).toHaveBeenCalledTimes(1)
    await store.saveNow()
    expect(server.save).toHaveBeenCalledTimes(1)
    expect(server.current().post_socials[0]).toMatchObject({
      message: 'Fresh\nbread',
      first_comment: 'Come\nin',
    })
  })
})
