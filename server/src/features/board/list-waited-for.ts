import { sql } from 'kysely'
import { REMIND_PAUSE_MINUTES } from '#domain/approvals/reminders.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { reminderKinds } from '#domain/notifications/kinds.ts'
import type { FoundProject } from '#domain/projects/model.ts'
import type * as contract from '#domain/publishing/chase-contract.ts'
import { REMINDERS_SHOWN, type WaitedFor } from '#domain/publishing/chase-contract.ts'
import type { ChaseTask } from '#domain/publishing/chase-words.ts'
import type { AwaitedVersion } from '#server/features/approvals/deadlines/remind-people.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { findBoardClients } from './board-clients.ts'
import { boardRange } from './board-range.ts'
import { readWaitingVersions } from './waiting-versions.ts'

export const listWaitedFor = async (
  _input: Input<typeof contract.listWaitedFor>,
  call: SignedInPoolCall,
): Promise<Answer<typeof contract.listWaitedFor>> => {
  const { db, now, person, services } = call
  const clients = await findBoardClients(db, person, services.config.publicUrl)
  if (clients.length === 0) return { people: [], posts: 0 }
  const found = await readWaitingVersions(
    db,
    clients.map(({ id }) => id),
    boardRange(now),
  )
  const awaited = found.versions.flatMap(version =>
    version.awaited.filter(id => id !== person.userId).map(userId => ({ userId, version })),
  )
  const byPerson = Map.groupBy(awaited, ({ userId }) => userId)
  const names = new Map([...found.people.values()].flat().map(({ id, name }) => [id, name]))
  const remindersOf = await readReminders(db, clients, [...byPerson.keys()])
  const isMailed = await readMailed(db, [...byPerson.keys()])
  const people = [...byPerson].map(([id, own]): WaitedFor => {
    const versions = own.map(({ version }) => version)
    const times = versions.flatMap(({ since }) => since?.getTime() ?? []).toSorted((a, b) => a - b)
    const reminders = remindersOf(id)
    const again = reminders[0] ? reminders[0].sent_at.getTime() + REMIND_PAUSE_MINUTES * 60_000 : 0
    const byClient = Map.groupBy(versions, ({ social }) => social.project_id)
    return {
      id,
      name: names.get(id) ?? '',
      clients: clients.flatMap(({ id: project_id, name }) => {
        const ofClient = byClient.get(project_id)
        return ofClient ? { project_id, name, posts: countPosts(ofClient) } : []
      }),
      posts: countPosts(versions),
      tasks: tasksOf(versions),
      since: times[0] === undefined ? null : new Date(times[0]).toISOString(),
      is_mailed: versions.some(version => isMailed(id, version)),
      reminders: reminders.map(({ sent_at, by, message }) => ({ at: sent_at.toISOString(), by, message })),
      again_at: again > now.getTime() ? new Date(again).toISOString() : null,
    }
  })
  return {
    people: people.toSorted((a, b) => (a.since ?? LAST).localeCompare(b.since ?? LAST) || a.id - b.id),
    posts: countPosts(awaited.map(({ version }) => version)),
  }
}

const countPosts = (versions: readonly { readonly social: { readonly post_id: number } }[]): number =>
  new Set(versions.map(({ social }) => social.post_id)).size

/** After every instant. */
const LAST = '9999'

const tasksOf = (versions: readonly AwaitedVersion[]): WaitedFor['tasks'] => {
  const count = (wanted: ChaseTask) => countPosts(versions.filter(({ task }) => task === wanted))
  return { decide: count('decide'), correct: count('correct'), send: count('send') }
}

type ReminderRow = {
  readonly user_id: number
  readonly sent_at: Date
  readonly by: string
  readonly message: string | null
}

/** The last reminders of these people by agencies of these clients. What was said about other clients stays unread. */
const readReminders = async (db: Reader, clients: readonly FoundProject[], userIds: readonly number[]) => {
  const { rows } = await sql<ReminderRow>`
    select r.user_id, r.sent_at, trim(u.name || ' ' || u.last_name) as by,
      case when r.project_ids <@ ${clients.map(({ id }) => id)}::bigint[] then r.message end as message
    from (
      select r.*, row_number() over (partition by r.user_id order by r.sent_at desc, r.id desc) as place
      from approver_reminders r
      where r.agency_id = any(${[...new Set(clients.map(({ agency_id }) => agency_id))]}::bigint[])
        and r.user_id = any(${[...userIds]}::bigint[])
    ) r join users u on u.id = r.reminded_by
    where r.place <= ${REMINDERS_SHOWN} order by r.sent_at desc, r.id desc`.execute(db)
  const byPerson = Map.groupBy(rows, ({ user_id }) => user_id)
  return (userId: number): readonly ReminderRow[] => byPerson.get(userId) ?? []
}

/** Who is mailed reminders of what in which project: everybody who has not turned them off. */
const readMailed = async (db: Reader, userIds: readonly number[]) => {
  if (userIds.length === 0) return () => true
  const rows = await db
    .selectFrom('notification_settings')
    .select(['user_id', 'project_id', 'kind'])
    .where('kind', 'in', Object.values(reminderKinds))
    .where('is_on', '=', false)
    .where('user_id', 'in', userIds)
    .execute()
  const off = new Set(rows.map(({ user_id, project_id, kind }) => `${user_id} ${project_id} ${kind}`))
  return (userId: number, { social, task }: AwaitedVersion): boolean =>
    !off.has(`${userId} ${social.project_id} ${reminderKinds[task]}`)
}
