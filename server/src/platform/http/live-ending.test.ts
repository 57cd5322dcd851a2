import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LiveEvent } from '#domain/kernel/live-events.ts'
import { registerLive } from '#server/features/projects/live.ts'
import type { EventHub } from '#server/platform/events/hub.ts'
import { createPresence } from '#server/platform/events/presence.ts'
import { makeLog } from '#server/platform/log.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'

let test: TestApp
let cast: Cast
let address: string
const lines: string[] = []
const heard = { events: new Set<(event: LiveEvent) => void>(), gaps: new Set<() => void>() }
const access = new Set<(userId: number) => void>()
const notified = new Set<(userId: number) => void>()
const keep = <T>(set: Set<T>, listener: T) => {
  set.add(listener)
  return () => void set.delete(listener)
}
/** The test controls the events, so that many can happen at the same moment. */
const hub: EventHub = {
  subscribe: (_projectId, listener) => keep(heard.events, listener),
  onEvent: () => () => undefined,
  onNotified: listener => keep(notified, listener),
  presence: createPresence(),
  onGap: listener => keep(heard.gaps, listener),
  onAccessChange: listener => keep(access, listener),
  close: async () => undefined,
}

beforeAll(async () => {
  const log = makeLog('trace', { write: (line: string) => lines.push(line) })
  test = await startTestApp({ routes: [], config: { LOG_LEVEL: 'trace' }, log })
  cast = await buildCast(test.db)
  registerLive(test.app, test.services, hub)
  address = await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  test.app.server.closeAllConnections()
  await test.close()
})

const listen = async (person: Cast['admin']) => {
  const headers = { authorization: `Bearer ${await test.tokenOf(person)}` }
  const response = await fetch(`${address}/api/projects/${cast.project.projectId}/events`, { headers })
  return response.text()
}
const remove = ({ userId }: Cast['admin']) =>
  test.db.deleteFrom('project_members').where('user_id', '=', userId).execute()
const storm = (userId: number) => {
  for (const tell of access) for (let times = 0; times < 50; times++) tell(userId)
}
const open = () => access.size

it('A stream that has ended gets nothing more, however much happens at that moment', async () => {
  const stream = listen(cast.creator)
  await expect.poll(open).toBe(1)
  await remove(cast.creator)
  storm(cast.creator.userId)
  expect(await stream).toMatch(/event: access\ndata: \{\}\n\n$/)
  await expect.poll(open).toBe(0)
  expect(lines.filter(line => line.includes('ERR_STREAM'))).toEqual([])
})

it('A stream that ends before its reader has read it gets nothing more, and harms nobody', async () => {
  const { projectId } = cast.project
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const token = await test.tokenOf(cast.admin)
  socket.pause()
  socket.write(
    `GET /api/projects/${projectId}/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`,
  )
  await expect.poll(open).toBe(1)
  const happen = (times: number) => {
    const event = { id: 1, type: 'post.saved', project_id: projectId, post_id: 1, actor_id: null } as const
    for (const tell of heard.events) for (let id = 1; id <= times; id++) tell({ ...event, id })
  }
  // More than the machine buffers for someone who does not read.
  happen(100_000)
  const sessions = test.db.updateTable('sessions').where('user_id', '=', cast.admin.userId)
  await sessions.set({ ended_at: test.clock.now() }).execute()
  storm(cast.admin.userId)
  await new Promise(resolve => setTimeout(resolve, 500))
  happen(3)
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(lines.filter(line => line.includes('ERR_STREAM'))).toEqual([])
  socket.destroy()
  await expect.poll(open).toBe(0)
})

it('Fifty notices to one person lead to one check of the stream and one more for those in the meantime', async () => {
  const stream = listen(cast.external)
  await expect.poll(open).toBe(1)
  storm(cast.external.userId)
  await remove(cast.external)
  storm(cast.external.userId)
  const messages = (await stream).split('event: access').length - 1
  // At most two for each burst; the first one of the second burst ends it.
  expect(messages).toBeLessThanOrEqual(3)
})

it('A stream says nothing of who is here until the role of its reader has been read again', async () => {
  const stream = listen(cast.internal)
  await expect.poll(open).toBe(1)
  const { projectId } = cast.project
  const see = (user_id: number) =>
    hub.presence.hear(
      JSON.stringify({
        project_id: projectId,
        post_id: 1,
        user_id,
        tab: 'a-tab-of-theirs',
        count: 1,
        is_client: false,
        writing: null,
        is_leaving: false,
      }),
    )
  const { userId } = cast.internal
  const member = test.db.updateTable('project_members').where('user_id', '=', userId)
  await member.set({ role: 'external-approver' }).execute()
  for (const tell of access) tell(userId)
  // Calls that were checked just before may still arrive.
  see(userId)
  see(cast.admin.userId)
  expect(await stream).not.toContain('event: presence')
})

it('A removal whose notification was lost is noticed once the connection is back', async () => {
  const stream = listen(cast.internal)
  await expect.poll(open).toBe(1)
  await remove(cast.internal)
  for (const tell of heard.gaps) tell()
  expect(await stream).toMatch(/event: access\ndata: \{\}\n\n$/)
})
