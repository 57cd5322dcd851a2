import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import { type EventOf, type Lifecycle, next } from '#domain/kernel/lifecycle.ts'
import { mailLifecycle, mailStatuses } from '#domain/kernel/mail-status.ts'
import { lifecycles } from '#domain/lifecycles.ts'
import { useTestApp } from '#testing/app.ts'
import { move, moveAll } from './move.ts'

const kit = useTestApp({ routes: [] })

type MailStatus = (typeof mailStatuses)[number]
const events = Object.keys(mailLifecycle.events) as EventOf<typeof mailLifecycle>[]
const pairs = mailStatuses.flatMap(status => events.map(event => [status, event] as const))

const build = async (status: MailStatus): Promise<number> => {
  const words = { recipient: 'ada@example.com', kind: 'greeting', subject: 'Hello' }
  const row = await kit.db
    .insertInto('outgoing_mails')
    .values({ ...words, status, last_error: 'busy' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const read = (id: number) =>
  kit.db
    .selectFrom('outgoing_mails')
    .select(['status', 'last_error'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('A mail', () => {
  test.each(pairs)('that is %s is moved by %s as the lifecycle says, and no other', async (status, event) => {
    const to = next(mailLifecycle, status, event)
    const id = await build(status)
    const neighbour = await build(status)
    expect(await move(kit.db, mailLifecycle, id, event, { last_error: null })).toBe(to !== null)
    expect(await read(id)).toEqual(
      to === null ? { status, last_error: 'busy' } : { status: to, last_error: null },
    )
    expect(await read(neighbour)).toEqual({ status, last_error: 'busy' })
  })

  it('that is gone cannot be moved', async () => {
    const id = await build('queued')
    await kit.db.deleteFrom('outgoing_mails').where('id', '=', id).execute()
    expect(await move(kit.db, mailLifecycle, id, 'accepted')).toBe(false)
  })

  it.each([
    [{ last_error: 'busy', sent_at: null }, true],
    [{ last_error: 'away' }, false],
    [{ last_error: null }, false],
  ])('is moved within the fence %j: %s', async (fence, isMoved) => {
    expect(await move(kit.db, mailLifecycle, await build('queued'), 'accepted', {}, fence)).toBe(isMoved)
  })

  it('is moved with others, each with its own columns, unless it has another status by now', async () => {
    const [first, sent, second] = [await build('queued'), await build('sent'), await build('queued')]
    const changes = [first, sent, second].map(id => ({ id, last_error: `error ${id}` }))
    expect(await moveAll(kit.db, mailLifecycle, 'given_up', changes)).toEqual(new Set([first, second]))
    expect(await read(first)).toEqual({ status: 'failed', last_error: `error ${first}` })
    expect(await read(sent)).toEqual({ status: 'sent', last_error: 'busy' })
  })
})

const known: Lifecycle<string, string>[] = Object.values(lifecycles)

test('Every column of a status has a lifecycle', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and (column_name = 'status' or column_name like '%\_status')`.execute(
    kit.db,
  )
  const places = known.map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ place }) => place).filter(place => !places.includes(place))).toEqual([])
})

test.each(known.map(lifecycle => [lifecycle.name, lifecycle] as const))(
  'The database allows a %s the states of its lifecycle, and no others',
  async (_name, { table, column, states }) => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(c.oid) as definition from pg_constraint c
      where c.contype = 'c' and c.conrelid = ${table}::regclass and c.conname = ${`${table}_${column}_check`}`.execute(
      kit.db,
    )
    const allowed = [...(rows[0]?.definition.matchAll(/'([^']+)'::text/g) ?? [])].map(([, state]) => state)
    const stored = states.filter(state => state !== 'deleted')
    expect(allowed.toSorted()).toEqual(stored.toSorted())
  },
)
