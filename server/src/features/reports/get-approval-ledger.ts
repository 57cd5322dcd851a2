import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fullName } from '#domain/kernel/text.ts'
import type * as contract from '#domain/reports/contract.ts'
import { isMissedApproval } from '#domain/reports/not-out.ts'
import { turnaroundOf } from '#domain/reports/turnaround.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { readDecisions, type SideDecision, sideOf } from './figures/decisions.ts'
import { daysRefusal, periodOf } from './figures/periods.ts'
import { listNotOut } from './figures/planned.ts'

type Ledger = Exclude<Answer<typeof contract.getApprovalLedger>, { code: string }>

const listProjects = (db: Reader, agencyId: number) =>
  db
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('agency_id', '=', agencyId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** Those who decided on the agency's own side, by name. */
const readPeople = async (db: Reader, decisions: readonly SideDecision[]): Promise<Ledger['people']> => {
  const own = decisions.filter(({ side, by }) => side === 'internal' && by !== null)
  const byPerson = Map.groupBy(own, ({ by }) => by)
  const ids = [...byPerson.keys()].filter(id => id !== null)
  if (ids.length === 0) return []
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'last_name'])
    .where('id', 'in', ids)
    .orderBy('name')
    .orderBy('last_name')
    .orderBy('id')
    .execute()
  return users.map(user => ({
    user_id: user.id,
    name: fullName(user),
    ...turnaroundOf(byPerson.get(user.id) ?? []),
  }))
}

export const getApprovalLedger = async (
  { query }: Input<typeof contract.getApprovalLedger>,
  { db, agency, now }: AgencyPoolCall,
): Promise<Answer<typeof contract.getApprovalLedger>> => {
  const refusal = daysRefusal(query)
  if (refusal) return refusal
  const period = periodOf(query, query.timezone)
  const projects = await listProjects(db, agency.agencyId)
  const ids = projects.map(({ id }) => id)
  const decided = await readDecisions(db, ids, period)
  const notOut = await listNotOut(db, ids, period, now)
  const missed = Map.groupBy(
    notOut.filter(({ reason }) => isMissedApproval(reason)),
    ({ project_id }) => project_id,
  )
  return {
    clients: projects.map(({ id, name }) => ({
      project_id: id,
      project_name: name,
      client: sideOf(decided, id, 'external'),
      agency: sideOf(decided, id, 'internal'),
      missed: new Set(missed.get(id)?.map(({ post_id }) => post_id)).size,
    })),
    people: await readPeople(db, decided.decisions),
  }
}
