import { sql } from 'kysely'
import type { Approver } from '#domain/approvals/approvers.ts'
import { awaitedIn } from '#domain/approvals/awaited-approvers.ts'
import { can, isAdmin } from '#domain/permissions/can.ts'
import { type Actor, outlookWords } from '#domain/publishing/outlook-words.ts'
import { readChosen } from '#server/features/approvals/deadlines/deadlines.ts'
import type { VersionOutlook } from '#server/features/publishing/outlooks.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'

export type Member = Approver & { readonly name: string }
type PeopleRow = Member & { readonly project_id: number }

/** The people of these projects: their agencies' admins and their members, by project. */
export const readPeople = async (
  db: Reader,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, Member[]>> => {
  const { rows } = await sql<PeopleRow>`${prepared}
    select p.id as project_id, u.id, trim(u.name || ' ' || u.last_name) as name, people.role,
      coalesce((select json_agg(json_build_object('name', s.name, 'value', s.value)) from member_settings s
        where s.project_id = p.id and s.user_id = u.id), '[]') as setting
    from projects p cross join lateral (
      select a.user_id, 'agency-admin' as role from agency_admins a where a.agency_id = p.agency_id
      union all
      select m.user_id, m.role from project_members m where m.project_id = p.id
        and not exists (select 1 from agency_admins a where a.agency_id = p.agency_id and a.user_id = m.user_id)
    ) people join users u on u.id = people.user_id
    where p.id = any(${[...projectIds]}::bigint[]) and not u.is_blocked
    order by p.id, name, u.id`.execute(db)
  return Map.groupBy(rows, row => row.project_id)
}

/** Who can do something about a version that is not green, and since when they are waited for. */
export type Acting = {
  readonly acts: { readonly id: number; readonly name: string }[]
  readonly since: string | null
}

const nobody: Acting = { acts: [], since: null }

/** For each version, in their order, who acts on its first reason. */
export const readActing = async (db: Reader, outlooks: readonly VersionOutlook[]): Promise<Acting[]> => {
  const endangered = outlooks.filter(({ outlook }) => outlook.risk !== 'green')
  const people = await readPeople(db, [...new Set(endangered.map(({ version }) => version.project_id))])
  const chosen = await readChosen(
    db,
    endangered.flatMap(({ openRound }) => openRound?.id ?? []),
  )
  return outlooks.map(({ version, outlook, openRound }) => {
    const [first] = outlook.reasons
    if (!first) return nobody
    const round = openRound && { type: openRound.type, approvers: chosen.get(openRound.id) ?? [] }
    const members = people.get(version.project_id) ?? []
    const actor = outlookWords[first.code].actor
    const acts = actingOf[actor](members, { round, author: version.created_by })
    return {
      acts: acts.map(({ id, name }) => ({ id, name })),
      since: actor === 'approvers' ? (openRound?.opened_at.toISOString() ?? null) : null,
    }
  })
}

/** Who corrects a post and sends it for approval: who created it, or the agency's admins when they no longer can. */
export const makersOf = (people: readonly Member[], author: number | null): Member[] => {
  const own = people.filter(one => one.id === author && can(one, 'post.edit'))
  return own.length > 0 ? own : people.filter(isAdmin)
}

type About = { readonly round: Parameters<typeof awaitedIn>[0] | null; readonly author: number | null }

const actingOf: Readonly<Record<Actor, (people: readonly Member[], about: About) => Member[]>> = {
  approvers: (people, { round }) => (round ? awaitedIn(round, people) : []),
  author: (people, { author }) => makersOf(people, author),
  admins: people => people.filter(isAdmin),
  nobody: () => [],
}
