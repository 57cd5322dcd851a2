import { describe, expect, it, test } from 'vitest'
import { next } from '#domain/kernel/lifecycle.ts'
import { useTestApp } from '#testing/app.ts'
import { type MailEvent, type MailStatus, mailLifecycle, mailStatuses, moveMail } from './status.ts'

const kit = useTestApp({ routes: [] })

/** Every status with what can happen in it, and where that leads. Anything else is impossible. */
const expected: Record<MailStatus, Partial<Record<MailEvent, MailStatus>>> = {
  queued: { accepted: 'sent', given_up: 'failed' },
  sent: {},
  failed: { sent_again: 'queued' },
}
const events = Object.keys(mailLifecycle.events) as MailEvent[]
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
  test.each(pairs)('that is %s answers %s as the table says', async (status, event) => {
    const to = expected[status][event] ?? null
    expect(next(mailLifecycle, status, event)).toBe(to)
    const id = await build(status)
    const neighbour = await build(status)
    expect(await moveMail(kit.db, id, event, { last_error: null })).toBe(to !== null)
    expect(await read(id)).toEqual(
      to === null ? { status, last_error: 'busy' } : { status: to, last_error: null },
    )
    expect(await read(neighbour)).toEqual({ status, last_error: 'busy' })
  })

  it('that is gone cannot be moved', async () => {
    const id = await build('queued')
    await kit.db.deleteFrom('outgoing_mails').where('id', '=', id).execute()
    expect(await moveMail(kit.db, id, 'accepted', {})).toBe(false)
  })
})
