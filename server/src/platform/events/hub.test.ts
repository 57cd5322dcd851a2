import { createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { makeLog } from '#server/platform/log/log.ts'
import { EVENTS_CHANNEL } from './emit.ts'
import { openEventHub } from './hub.ts'

/** A door in front of the database that can be shut, with a count of who knocked meanwhile. */
const openDoor = async (target: URL) => {
  const { connect } = await import('node:net')
  const inside = new Set<Socket>()
  let isShut = false
  let knocks = 0
  const server: Server = createServer(socket => {
    if (isShut) {
      knocks += 1
      socket.destroy()
      return
    }
    const through = connect(Number(target.port), target.hostname)
    for (const end of [socket, through]) inside.add(end.on('error', () => end.destroy()))
    socket.pipe(through).pipe(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(target)
  address.port = String((server.address() as { port: number }).port)
  return {
    url: address.toString(),
    knocks: () => knocks,
    shut: () => {
      isShut = true
      for (const socket of inside) socket.destroy()
    },
    open: () => {
      isShut = false
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

describe('the hub of live updates', () => {
  it('comes back after the database was away, knocks once a second meanwhile, and tells of the gap', async () => {
    const database = await createTestDatabase()
    const door = await openDoor(new URL(database.url))
    const hub = await openEventHub(door.url, makeLog('silent'))
    let gaps = 0
    hub.onGap(() => {
      gaps += 1
    })
    try {
      door.shut()
      await new Promise(resolve => setTimeout(resolve, 5500))
      expect(door.knocks()).toBeGreaterThanOrEqual(2)
      expect(door.knocks()).toBeLessThanOrEqual(6)
      door.open()
      await expect.poll(() => gaps, { timeout: 5000 }).toBe(1)
    } finally {
      await hub.close()
      door.shut()
      await door.close()
      await database.drop()
    }
  })

  it('outlives news that it cannot read', async () => {
    const database = await createTestDatabase()
    const log = makeLog('silent')
    const hub = await openEventHub(database.url, log)
    const { db, close } = openDatabase({ url: database.url, max: 1, log })
    const heard: number[] = []
    hub.subscribe(1, event => heard.push(event.id))
    const news = { id: 7, type: 'post.saved', project_id: 1, post_id: null, actor_id: null }
    for (const payload of [
      'no JSON',
      JSON.stringify({ ...news, type: 'post.teleported' }),
      JSON.stringify(news),
    ])
      await sql`select pg_notify(${EVENTS_CHANNEL}, ${payload})`.execute(db)
    await expect.poll(() => heard).toEqual([7])
    await hub.close()
    await close()
    await database.drop()
  })
})
