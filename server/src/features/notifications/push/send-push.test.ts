import { describe, expect, it } from 'vitest'
import { makeKey } from '#server/config.ts'
import { testNow } from '#testing/app.ts'
import { usePush } from '#testing/openings/push.ts'
import { deliver } from './deliver.ts'
import { findTarget } from './devices.ts'

const kit = usePush()

describe('A push service', () => {
  it('that is down or has too many messages is asked again, and then sent it once', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.push.set(browser, { answers: [503, 429] })
    await kit.sendBack(await kit.buildPosts('One'))
    expect(await kit.deliverAll()).toEqual(['retry'])
    expect(await kit.deliverAll()).toEqual(['retry'])
    expect(await kit.deliverAll()).toEqual(['done'])
    expect(await kit.push.messages(browser)).toHaveLength(1)
    expect(await kit.deliverAll()).toEqual([])
  })

  it('that is down for longer than the message matters is left alone', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.push.set(browser, { answers: [503, 503] })
    await kit.sendBack(await kit.buildPosts('One'))
    expect(await kit.deliverAll()).toEqual(['retry'])
    kit.app.clock.advance(86_400_001)
    expect(await kit.deliverAll()).toEqual(['done'])
    await kit.push.set(browser, { answers: [] })
    expect(await kit.push.messages(browser)).toEqual([])
    expect(await kit.count('push_messages')).toBe(0)
  })

  const role = (to: 'external-approver' | 'content-creator') =>
    kit.app.db
      .updateTable('project_members')
      .set({ role: to })
      .where('user_id', '=', kit.cast.creator.userId)
      .execute()
  const readFirst = () =>
    kit.app.db
      .updateTable('notifications')
      .set({ read_at: testNow })
      .where('id', '=', ({ selectFrom }) =>
        selectFrom('notifications').select(({ fn }) => fn.min('id').as('id')),
      )
      .execute()

  it.each([
    [
      'was removed from the project',
      () => kit.app.db.deleteFrom('project_members').where('user_id', '=', kit.cast.creator.userId).execute(),
    ],
    [
      'is blocked',
      () =>
        kit.app.db
          .updateTable('users')
          .set({ is_blocked: true })
          .where('id', '=', kit.cast.creator.userId)
          .execute(),
    ],
    ['is a client from now on', () => role('external-approver')],
    ['has read it in the app', readFirst],
    ['has lost it to the bin', () => kit.app.db.updateTable('posts').set({ deleted_at: testNow }).execute()],
  ])('that comes up again is sent nothing for somebody who %s', async (_what, change) => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.push.set(browser, { answers: [503] })
    await kit.sendBack(await kit.buildPosts('One'))
    expect(await kit.deliverAll()).toEqual(['retry'])
    await change()
    expect(await kit.deliverAll()).toEqual(['done'])
    expect(await kit.push.messages(browser)).toEqual([])
    expect(await kit.count('push_messages')).toBe(0)
  })

  it('that comes up again is sent what is still to be said', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.push.set(browser, { answers: [503] })
    await kit.sendBack(await kit.buildPosts('One', 'Two'))
    expect(await kit.deliverAll()).toEqual(['retry'])
    await readFirst()
    expect(await kit.deliverAll()).toEqual(['done'])
    expect(await kit.deliverAll()).toEqual(['done'])
    expect(await kit.push.messages(browser)).toMatchObject([{ body: 'Two' }])
  })

  it.each([
    ['the browser is gone', { state: 'gone' } as const, 0],
    ['it knows no such browser', { answers: [404] }, 0],
    ['it refuses the message', { answers: [413] }, 1],
    ['it refuses our keys', { answers: [403] }, 1],
  ])('that says %s gets no more of it', async (_what, state, left) => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.push.set(browser, state)
    await kit.sendBack(await kit.buildPosts('One'))
    expect(await kit.deliverAll()).toEqual(['done'])
    expect(await kit.count('push_devices')).toBe(left)
    expect(await kit.count('push_messages')).toBe(0)
  })

  it('is written to with the former key of the installation while it is known, and not after it', async () => {
    const { browser, id } = await kit.browserOf(kit.cast.creator)
    const config = {
      ...kit.app.services.config,
      TOKEN_KEY: makeKey(),
      TOKEN_KEY_PREVIOUS: [kit.app.services.config.TOKEN_KEY ?? ''],
    }
    const test = async (of: typeof config) => {
      const found = await findTarget(kit.app.db, of, id, kit.app.clock.now())
      const message = { title: 'a', body: 'b', url: of.publicUrl, tag: 'c', seconds: 60, isUrgent: false }
      return (await deliver(of, found?.target ?? null, message)).kind
    }
    expect(await test(config)).toBe('sent')
    expect(await test({ ...config, TOKEN_KEY_PREVIOUS: [] })).toBe('gone')
    expect(await kit.push.messages(browser)).toHaveLength(1)
  })
})
