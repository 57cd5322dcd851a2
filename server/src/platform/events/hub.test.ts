import { createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { makeLog } from '#server/platform/log.ts'
import { EVENTS_CHANNEL } from './emit.ts'
import { openEventHub } from './hub.ts'

/** A proxy in front of the database that can be closed, and that records when connections were attempted in the meantime. */
const openDoor = async (target: URL) => {
  const { connect } = await import('node:net')
  const inside = new Set<Socket>()
  let isShut = false
  const knocks: number[] = []
  const server: Server = createServer(socket => {
    if (isShut) {
      knocks.push(performance.now())
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
    knocks,
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

describe('The hub of live updates', () => {
  it('reconnects after the database was unavailable, tries once a second until then, and reports the gap', async () => {
    const database = await createTestDatabase()
    const door = await openDoor(new URL(database.url))
    const hub = await openEventHub(door.url, makeLog('silent'))
    let gaps = 0
    hub.onGap(() => {
      gaps += 1
    })
    try {
      door.shut()
      await expect.poll(() => door.knocks.length).toBeGreaterThanOrEqual(3)
      door.open()
      await expect.poll(() => gaps).toBe(1)
      const apart = door.knocks.slice(1).map((time, index) => time - (door.knocks[index] ?? 0))
      for (const pause of apart) expect(pause).toBeGreaterThan(990)
    } finally {
      await hub.close()
      door.shut()
      await door.close()
      await database.drop()
    }
  })

  it('survives an unreadable notification', async () => {
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
