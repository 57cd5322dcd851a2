import { expect } from 'vitest'
import { listAuditLog } from '#domain/agencies/contract.ts'
import type { AuditEntry } from '#domain/agencies/model.ts'
import type { Endpoint, Request } from '#domain/kernel/endpoint.ts'
import type { TestApp, TestPerson } from './app.ts'
import type { Cast } from './people.ts'

/** For tests of the audit log: calls by a cast's people that must succeed, and the entries they leave. */
export const auditing = (test: () => TestApp, cast: () => Cast) => ({
  /** Newest first; of the cast's own agency as its admin reads it, unless another is given. */
  log: async (agencyId = cast().project.agencyId, by: TestPerson = cast().admin): Promise<AuditEntry[]> =>
    (await test().ask(by, listAuditLog, { params: { agencyId } })).data.entries,
  ask: async <E extends Endpoint>(endpoint: E, input: Partial<Request<E>>, by: TestPerson = cast().admin) => {
    const answer = await test().ask(by, endpoint, input)
    expect(answer.message, `${endpoint.path} as ${by.name}`).toBeUndefined()
    return answer.data
  },
  inProject: () => ({ params: { projectId: cast().project.projectId } }),
  inAgency: () => ({ params: { agencyId: cast().project.agencyId } }),
  emailOf: async ({ userId }: TestPerson) => {
    const user = test().db.selectFrom('users').select('email').where('id', '=', userId)
    return (await user.executeTakeFirstOrThrow()).email
  },
})
