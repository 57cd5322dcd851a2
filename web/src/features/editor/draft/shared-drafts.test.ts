import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { isClosedVersion } from '#domain/posts/status.ts'
import type { PostSave } from '#web/features/posts/api.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { buildPost, buildPostSocial, uploaded } from '../../../../testing/build-post.ts'
import { type Draft, withMedia } from './draft.ts'
import { newMedia } from './draft-media.ts'
import { DraftStore } from './draft-store.ts'
import { localBackupOf } from './local-backup.ts'

const shared = (part: Partial<PostSocial> = {}) => buildPostSocial({ follows_shared: true, ...part })
const [facebook, linkedin, twitter] = [
  shared({ id: 1, social_network: 'facebook' }),
  shared({ id: 2, social_network: 'linkedin' }),
  shared({ id: 3, social_network: 'twitter', follows_shared: false, message: 'Own' }),
]

/** A post whose other editor is the test: it answers 409 to an outdated version and to one that is live, as the server does. */
const makeServer = (socials: PostSocial[] = [facebook, linkedin, twitter]) => {
  let post = buildPost(socials)
  let nextAttachment = 900
  const change = (id: number, part: Partial<PostSocial>) => {
    post = buildPost(
      post.post_socials.map(social =>
        social.id === id ? { ...social, version: social.version + 1, ...part } : social,
      ),
    )
  }
  const save = vi.fn(async ({ post_socials: saves }: PostSave): Promise<Post> => {
    const isStale = saves.some(
      one => post.post_socials.find(({ id }) => id === one.id)?.version !== one.version,
    )
    if (isStale) throw new ApiError({ status: 409, code: 'stale_version', message: 'stale' })
    const isClosed = saves.some(one =>
      post.post_socials.some(({ id, status }) => id === one.id && isClosedVersion(status)),
    )
    if (isClosed) throw new ApiError({ status: 409, code: 'already_live', message: 'live' })
    for (const one of saves) {
      const before = post.post_socials.find(({ id }) => id === one.id)
      const stay = one.attachment_order ?? []
      const attachments = [
        ...stay.flatMap(id => before?.attachments.find(each => each.id === id) ?? []),
        ...(one.media_actions ?? []).flatMap(action =>
          action.action === 'attach' ? uploaded(nextAttachment++, action.object_id ?? 0) : [],
        ),
      ]
      change(one.id, {
        message: one.message ?? '',
        follows_shared: one.follows_shared ?? false,
        attachments,
        extra_fields: one.extra_fields ?? {},
        first_comment: one.first_comment ?? '',
        ...(one.type ? { type: one.type } : {}),
        attachment_order: attachments.map(({ id }) => id),
      })
    }
    return post
  })
  return { save, change, current: () => post, load: async () => post }
}
/** What publishing does to a version: it follows nothing while it is closed, and its number stays. */
const becomes = (server: ReturnType<typeof makeServer>, id: number, status: PostSocial['status']) => {
  const version = server.current().post_socials.find(social => social.id === id)?.version ?? 0
  server.change(id, { status, follows_shared: !isClosedVersion(status), version })
}
const open = (server: ReturnType<typeof makeServer>) =>
  new DraftStore(server.current(), {
    save: server.save,
    load: server.load,
    backup: localBackupOf(7, localStorage),
    now: () => Date.parse('2026-11-21T10:42:00Z'),
  })
const messages = (store: DraftStore) =>
  [...store.getState().entries.values()].map(({ draft }) => draft.message)
const stored = (server: ReturnType<typeof makeServer>) =>
  server
    .current()
    .post_socials.map(({ message, follows_shared }) => (follows_shared ? message : `own: ${message}`))
const adapt = (draft: Draft): Draft => ({ ...draft, isFollowing: false })
const wait = () => vi.advanceTimersByTimeAsync(3000)

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

describe('what is typed into a version that follows the shared content', () => {
  it('is written in all that follow, and saved in one call', async () => {
    const server = makeServer()
    const store = open(server)
    store.type(1, 'For all')
    expect(messages(store)).toEqual(['For all', 'For all', 'Own'])
    await wait()
    expect(stored(server)).toEqual(['For all', 'For all', 'own: Own'])
    expect(server.save).toHaveBeenCalledTimes(1)
  })

  it('changes one version once that is adapted, and all again once it follows, which can be undone', async () => {
    const server = makeServer()
    const store = open(server)
    store.edit(2, adapt)
    store.type(2, 'For LinkedIn')
    store.type(1, 'For the others')
    await wait()
    expect(stored(server)).toEqual(['For the others', 'own: For LinkedIn', 'own: Own'])
    const before = store.follow(2)
    await wait()
    expect(stored(server)).toEqual(['For the others', 'For the others', 'own: Own'])
    if (before) store.restore(2, before)
    await wait()
    expect(stored(server)).toEqual(['For the others', 'own: For LinkedIn', 'own: Own'])
  })

  it('leaves a mention to the network that it was picked for', async () => {
    const store = open(makeServer())
    const ann = { id: '7', mention: '@ann' }
    store.edit(1, draft => ({ ...draft, message: 'Thanks @ann', mentions: [ann] }))
    await wait()
    const said = [...store.getState().entries.values()].map(({ saved, draft }) => [
      saved.message,
      draft.mentions,
    ])
    expect(said.slice(0, 2)).toEqual([
      ['Thanks @ann', [ann]],
      ['Thanks @ann', []],
    ])
  })

  it('is restored from this device in all versions at once', async () => {
    const server = makeServer()
    const lost = open(server)
    lost.type(1, 'Not saved')
    lost.stop()
    const store = open(server)
    store.answerBackup(2, true)
    expect(messages(store)).toEqual(['Not saved', 'Not saved', 'Own'])
    await wait()
    expect(stored(server)).toEqual(['Not saved', 'Not saved', 'own: Own'])
  })
})

describe('shared files', () => {
  it('are saved in the same order in all versions, although one has some of them already', async () => {
    const own = { attachments: [uploaded(41, 11)], attachment_order: [41] }
    const server = makeServer([
      facebook,
      shared({ id: 2, social_network: 'linkedin', follows_shared: false, ...own }),
    ])
    const store = open(server)
    const photo = (id: number) => newMedia(`upload-${id}`, id, uploaded(0, id).object_data as never)
    store.edit(1, draft => withMedia('facebook', draft, [photo(12), photo(11)]))
    await wait()
    store.follow(2)
    await wait()
    const files = server
      .current()
      .post_socials.map(each => each.attachments.map(({ object_id }) => object_id))
    expect(files).toEqual([
      [12, 11],
      [12, 11],
    ])
    expect(store.hasUnsaved()).toBe(false)
  })
})

describe('what somebody else saves while the shared content is being written', () => {
  it('is a conflict over all that follow, decided once', async () => {
    const server = makeServer()
    const store = open(server)
    store.type(1, 'Mine')
    for (const id of [1, 2]) server.change(id, { message: 'Theirs' })
    await wait()
    expect(store.getState().save.kind).toBe('conflict')
    store.resolve(1, 'mine')
    await wait()
    expect(stored(server)).toEqual(['Mine', 'Mine', 'own: Own'])
  })

  it('can be taken for all that follow', async () => {
    const server = makeServer()
    const store = open(server)
    store.type(1, 'Mine')
    for (const id of [1, 2]) server.change(id, { message: 'Theirs' })
    await wait()
    store.resolve(2, 'theirs')
    expect(messages(store)).toEqual(['Theirs', 'Theirs', 'Own'])
    expect(store.hasUnsaved()).toBe(false)
  })

  it('is no conflict if they have adapted a version: the others go on', async () => {
    const server = makeServer()
    const store = open(server)
    store.type(1, 'Mine')
    server.change(2, { message: 'For LinkedIn', follows_shared: false })
    await wait()
    expect(stored(server)).toEqual(['Mine', 'own: For LinkedIn', 'own: Own'])
    expect(messages(store)).toEqual(['Mine', 'For LinkedIn', 'Own'])
  })

  it('is no conflict if they have only chosen another type', async () => {
    const server = makeServer()
    const store = open(server)
    store.type(1, 'Mine')
    server.change(2, { type: 'text' })
    await wait()
    expect(stored(server)).toEqual(['Mine', 'Mine', 'own: Own'])
    expect(server.current().post_socials[1]?.type).toBe('text')
  })

  it('reaches a version that they have made follow', async () => {
    const server = makeServer()
    const store = open(server)
    server.change(3, { message: 'Saved text', follows_shared: true })
    store.type(1, 'Mine')
    store.receive(server.current())
    await wait()
    expect(stored(server)).toEqual(['Mine', 'Mine', 'Mine'])
  })

  it('goes on without a version that is being published', async () => {
    const server = makeServer()
    const store = open(server)
    store.type(1, 'Mine')
    server.change(2, { status: 'on_publishing', follows_shared: false, version: 1 })
    store.receive(server.current())
    await wait()
    expect(stored(server)).toEqual(['Mine', 'own: Saved text', 'own: Own'])
  })

  it('is not lost if the last version that follows is adapted elsewhere', async () => {
    const server = makeServer([facebook, twitter])
    const store = open(server)
    store.type(1, 'Mine')
    server.change(1, { message: 'Theirs', follows_shared: false })
    await wait()
    expect(store.getState().save.kind).toBe('conflict')
  })
})

describe('versions that follow and are published together', () => {
  const publish = (store: DraftStore, server: ReturnType<typeof makeServer>, ...ids: number[]) => {
    for (const id of ids) becomes(server, id, 'on_publishing')
    store.receive(server.current())
  }
  const end = (store: DraftStore, server: ReturnType<typeof makeServer>) => {
    becomes(server, 1, 'live')
    becomes(server, 2, 'publishing_failed')
    store.receive(server.current())
  }

  it('have nothing to save while they go out, nor once they are live', async () => {
    const server = makeServer()
    const store = open(server)
    publish(store, server, 1, 2)
    expect(store.hasUnsaved()).toBe(false)
    for (const id of [1, 2]) becomes(server, id, 'live')
    store.receive(server.current())
    await wait()
    expect(store.hasUnsaved()).toBe(false)
    expect(server.save).not.toHaveBeenCalled()
  })

  it('can be published again where one has failed, and be written there alone', async () => {
    const server = makeServer()
    const store = open(server)
    publish(store, server, 1, 2)
    end(store, server)
    expect(await store.saveNow()).toBe(true)
    expect(server.save).not.toHaveBeenCalled()
    store.type(2, 'Once more')
    await wait()
    expect(stored(server)).toEqual(['own: Saved text', 'Once more', 'own: Own'])
    expect(store.hasUnsaved()).toBe(false)
  })

  it('keep what was typed too late in the one that has failed', async () => {
    const server = makeServer()
    const store = open(server)
    store.type(1, 'Too late')
    publish(store, server, 1, 2)
    await wait()
    end(store, server)
    await wait()
    expect(stored(server)).toEqual(['own: Saved text', 'Too late', 'own: Own'])
    expect(store.hasUnsaved()).toBe(false)
  })
})
