import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/publishing/chase-contract.ts'
import {
  type AwaitedVersion,
  lockReminders,
  remindPeople,
} from '#server/features/approvals/deadlines/remind-people.ts'
import { isBilled, mayWrite } from '#server/features/billing/standings.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { findBoardClients } from './board-clients.ts'
import { boardRange } from './board-range.ts'
import { readWaitingVersions } from './waiting-versions.ts'

type NotReminded = contract.Reminded['not_reminded'][number]

export const remindWaitedFor = async (
  { body }: Input<typeof contract.remindWaitedFor>,
  call: SignedInCall,
): Promise<Answer<typeof contract.remindWaitedFor>> => {
  const clients = await findBoardClients(call.tx, call.person, call.services.config.publicUrl)
  const agencyOf = new Map(clients.map(({ id, agency_id }) => [id, agency_id]))
  // In one order, so that two callers never wait for each other.
  const agencyIds = [...new Set(agencyOf.values())].toSorted((a, b) => a - b)
  for (const agencyId of agencyIds) await lockReminders(call.tx, agencyId)
  const found = await readWaitingVersions(call.tx, [...agencyOf.keys()], boardRange(call.now))
  const byAgency = Map.groupBy(found.versions, ({ social }) => agencyOf.get(social.project_id) ?? 0)
  const { reminded, resting, readOnly, posts } = await remindEach(call, byAgency, body)
  const people = new Set([...found.people.values()].flat().map(({ id }) => id))
  const refusalOf = (id: number): NotReminded['refusal'] => {
    if (!people.has(id)) return 'gone'
    if (resting.has(id)) return 'just_reminded'
    return readOnly.has(id) ? 'read_only' : 'nothing_waits'
  }
  return {
    reminded: [...reminded],
    posts: posts.size,
    not_reminded: [...new Set(body.people)]
      .filter(id => !reminded.has(id))
      .map(id => ({ id, refusal: refusalOf(id) })),
  }
}

/** Agency by agency, since each has its own hour. */
const remindEach = async (
  { tx, now, person, services }: SignedInCall,
  byAgency: ReadonlyMap<number, readonly AwaitedVersion[]>,
  { people, message }: Input<typeof contract.remindWaitedFor>['body'],
) => {
  const all = { reminded: new Set<number>(), resting: new Set<number>(), readOnly: new Set<number>() }
  const posts = new Set<number>()
  for (const [agencyId, versions] of byAgency) {
    if (isBilled(services.config) && !(await mayWrite(tx, agencyId, now))) {
      for (const id of versions.flatMap(({ awaited }) => awaited)) all.readOnly.add(id)
      continue
    }
    const { reminded, resting } = await remindPeople(tx, services, versions, {
      agencyId,
      remindedBy: person.userId,
      people: new Set(people),
      message: message || null,
    })
    for (const id of reminded) all.reminded.add(id)
    for (const id of resting) all.resting.add(id)
    for (const { social, awaited } of versions)
      if (awaited.some(id => reminded.has(id))) posts.add(social.post_id)
  }
  return { ...all, posts }
}
