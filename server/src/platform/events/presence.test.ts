import { describe, expect, it } from 'vitest'
import { createPresence } from './presence.ts'

const build = () => {
  let time = 0
  const presence = createPresence(() => time, 30_000)
  const changes: number[] = []
  presence.onChange((_project, post) => changes.push(post))
  let count = 0
  const hear = (user_id: number, rest = {}) => {
    count += 1
    presence.hear(
      JSON.stringify({
        project_id: 1,
        post_id: 10,
        user_id,
        tab: 'first-tab',
        is_client: false,
        count,
        writing: null,
        is_leaving: false,
        ...rest,
      }),
    )
  }
  const ids = (post = 10) => presence.presentAt(post).map(({ userId }) => userId)
  return { presence, changes, hear, ids, wait: (ms: number) => (time += ms) }
}

describe('Who has a post open', () => {
  it('is announced when it changes, not with every sign of life', () => {
    const { changes, hear } = build()
    for (let beat = 0; beat < 5; beat += 1) hear(1)
    expect(changes).toEqual([10])
    hear(1, { writing: { field: 'message' } })
    hear(1, { writing: { field: 'message' } })
    hear(1)
    expect(changes).toEqual([10, 10, 10])
  })

  it('is forgotten half a minute after the last sign of life', () => {
    const { presence, changes, hear, ids, wait } = build()
    hear(1)
    wait(20_000)
    hear(2)
    wait(10_000)
    presence.expire()
    expect(ids()).toEqual([2])
    wait(20_000)
    presence.expire()
    expect(ids()).toEqual([])
    expect(changes).toHaveLength(4)
  })

  it('counts a person with several tabs once, until the last one is closed', () => {
    const { presence, hear, ids } = build()
    hear(1)
    hear(1, { tab: 'second-tab', writing: { field: 'other' } })
    expect(presence.presentAt(10)).toEqual([{ userId: 1, isClient: false, writing: { field: 'other' } }])
    hear(1, { tab: 'second-tab', is_leaving: true })
    expect(ids()).toEqual([1])
    hear(1, { is_leaving: true })
    expect(ids()).toEqual([])
    expect(presence.postsOf(1, 1)).toEqual([])
  })

  it('is kept of forty tabs of a person, the latest, whatever they have open', () => {
    const { presence, changes, hear, wait } = build()
    hear(2, { post_id: 5_000 })
    for (let post = 1; post <= 2_000; post += 1) {
      hear(1, { post_id: post, tab: `tab ${post}` })
      wait(1)
    }
    const open = presence.postsOf(1, 1)
    expect([open.length, open.includes(1_960), open.includes(1_961)]).toEqual([40, false, true])
    expect(presence.postsOf(1, 2)).toEqual([5_000])
    // Each came, and each but the last forty went.
    expect(changes).toHaveLength(1 + 2_000 + 1_960)
  })

  it('is not changed by a call that was overtaken by a later one, the goodbye included', () => {
    const { presence, changes, hear, ids, wait } = build()
    hear(1, { count: 2 })
    hear(1, { count: 1, writing: { field: 'message' } })
    expect(presence.presentAt(10)[0]?.writing).toBeNull()
    hear(1, { count: 4, is_leaving: true })
    hear(1, { count: 3, writing: { field: 'message' } })
    expect(ids()).toEqual([])
    expect(changes).toHaveLength(2)
    hear(1, { count: 5 })
    expect(ids()).toEqual([1])
    hear(1, { count: 6, is_leaving: true })
    wait(30_000)
    presence.expire()
    expect(changes).toHaveLength(4)
  })

  it('is not changed by a goodbye from another project', () => {
    const { presence, changes, hear, ids } = build()
    hear(1, { project_id: 2, is_leaving: true })
    hear(1)
    hear(1, { project_id: 2, is_leaving: true })
    expect(ids()).toEqual([1])
    expect(presence.postsOf(1, 1)).toEqual([10])
    expect(changes).toHaveLength(1)
  })

  it('keeps a few tabs of a person at most, however many are claimed', () => {
    const { hear, ids } = build()
    hear(2)
    for (let tab = 0; tab < 50; tab += 1) hear(1, { tab: `another-tab-${tab}` })
    for (let tab = 45; tab < 50; tab += 1) hear(1, { tab: `another-tab-${tab}`, is_leaving: true })
    expect(ids()).toEqual([2])
  })

  it('forgets a person whose access has changed on every post, and nobody else', () => {
    const { presence, hear, ids } = build()
    hear(1)
    hear(2)
    hear(1, { post_id: 11 })
    presence.forget(1)
    expect([ids(10), ids(11)]).toEqual([[2], []])
  })

  it('survives what cannot be read', () => {
    const { presence, ids } = build()
    for (const payload of ['no JSON', '{}', undefined]) presence.hear(payload)
    expect(ids()).toEqual([])
  })
})
