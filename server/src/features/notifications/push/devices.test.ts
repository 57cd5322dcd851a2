import { describe, expect, it } from 'vitest'
import {
  addPushDevice,
  deletePushDevice,
  listPushDevices,
  PUSH_DEVICES_MAX,
  testPushDevice,
} from '#domain/notifications/push-contract.ts'
import type { TestPerson } from '#testing/app.ts'
import { usePush } from '#testing/openings/push.ts'
import { pushDue } from './push-due.ts'

const kit = usePush()

describe('The browsers of a person', () => {
  it('are theirs alone: seen, tested and removed by nobody else', async () => {
    const { id, browser } = await kit.browserOf(kit.cast.creator)
    const params = { deviceId: id }
    for (const other of [kit.cast.admin, kit.cast.external]) {
      expect((await kit.app.ask(other, listPushDevices)).data.devices).toEqual([])
      expect((await kit.app.ask(other, testPushDevice, { params, body: {} })).status).toBe(404)
      expect((await kit.app.ask(other, deletePushDevice, { params })).status).toBe(404)
    }
    for (const answer of [
      await kit.app.ask(null, listPushDevices),
      await kit.app.ask(null, addPushDevice, { body: browser }),
      await kit.app.ask(null, testPushDevice, { params, body: {} }),
      await kit.app.ask(null, deletePushDevice, { params }),
    ])
      expect(answer.status).toBe(401)
    expect((await kit.app.ask(kit.cast.creator, testPushDevice, { params, body: {} })).data).toEqual({
      problem: null,
    })
    expect(await kit.push.messages(browser)).toMatchObject([{ tag: 'test' }])
    expect((await kit.app.ask(kit.cast.creator, deletePushDevice, { params })).status).toBe(200)
    expect((await kit.app.ask(kit.cast.creator, listPushDevices)).data.devices).toEqual([])
  })

  it('are each there once when several windows turn it on at the same moment', async () => {
    const browser = await kit.subscribe()
    const add = (person: TestPerson) => kit.app.ask(person, addPushDevice, { body: browser })
    const { creator, admin } = kit.cast
    const answers = await Promise.all([creator, creator, admin, creator, admin, creator].map(add))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await kit.count('push_devices')).toBe(1)
  })

  it('are stored encrypted', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    const row = await kit.app.db.selectFrom('push_devices').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(browser.keys.auth)
    expect(row.sealed_subscription.toString('latin1')).not.toContain(browser.keys.auth)
    await kit.sendBack(await kit.buildPosts('Cold brew'))
    await pushDue(kit.app.services)
    const message = await kit.app.db.selectFrom('push_messages').selectAll().executeTakeFirstOrThrow()
    expect(message.sealed.toString('latin1')).not.toContain('Cold brew')
  })

  it('say why a test did not arrive', async () => {
    const { id, browser } = await kit.browserOf(kit.cast.creator)
    await kit.push.set(browser, { state: 'gone' })
    const { data } = await kit.app.ask(kit.cast.creator, testPushDevice, {
      params: { deviceId: id },
      body: {},
    })
    expect(data.problem).toMatch(/takes no messages any more/)
    expect(await kit.count('push_devices')).toBe(1)
  })

  it('that are added again are one', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.add(kit.cast.creator, browser)
    expect(await kit.count('push_devices')).toBe(1)
  })

  it('go on after the next sign-in, with another subscription, until they were removed elsewhere', async () => {
    const { id } = await kit.browserOf(kit.cast.creator)
    const [browser, former] = [await kit.subscribe(), await kit.browserOf(kit.cast.creator)]
    kit.app.clock.advance(1)
    const renew = (person: TestPerson) =>
      kit.app.ask(person, addPushDevice, { body: { ...browser, renews: id } })
    expect((await renew(kit.cast.admin)).status).toBe(404)
    expect((await renew(kit.cast.creator)).data.id).toBe(id)
    await kit.sendBack(await kit.buildPosts('One'))
    await kit.deliverAll()
    expect(await kit.push.messages(browser)).toHaveLength(1)
    expect(await kit.push.messages(former.browser)).toHaveLength(1)
    await kit.app.ask(kit.cast.creator, deletePushDevice, { params: { deviceId: id } })
    expect((await renew(kit.cast.creator)).status).toBe(404)
  })

  it('are as many as a person has', async () => {
    for (let n = 0; n < PUSH_DEVICES_MAX; n += 1) await kit.browserOf(kit.cast.creator)
    kit.app.clock.advance(1)
    const { status, message } = await kit.app.ask(kit.cast.creator, addPushDevice, {
      body: await kit.subscribe(),
    })
    expect([status, message]).toEqual([422, 'You can be told in 20 browsers. Remove one first.'])
    expect(await kit.count('push_devices')).toBe(PUSH_DEVICES_MAX)
  })

  it.each([
    ['a private address', { endpoint: 'https://10.0.0.1/push/1' }, 'endpoint'],
    ['a name inside the network', { endpoint: 'https://push.internal/1' }, 'endpoint'],
    ['an address without TLS', { endpoint: 'http://push.example.com/1' }, 'endpoint'],
    ['no address', { endpoint: 'push' }, 'endpoint'],
    [
      'a key that is no point of the curve',
      { keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } },
      'keys.p256dh',
    ],
    ['a key that is too short', { keys: { p256dh: 'B'.repeat(80), auth: 'A'.repeat(22) } }, 'keys.p256dh'],
    ['a secret that is too long', { keys: { auth: 'A'.repeat(23) } }, 'keys.auth'],
  ])('are refused with %s, at that field', async (_what, changes, field) => {
    const browser = await kit.subscribe()
    const body = { ...browser, ...changes, keys: { ...browser.keys, ...(changes as { keys?: object }).keys } }
    const answer = await kit.app.ask(kit.cast.creator, addPushDevice, { body })
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]])
    expect(await kit.count('push_devices')).toBe(0)
  })
})
