import type { Role } from '#domain/permissions/table.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { send } from '#web/platform/transport.ts'

/** A login of the demo data: anybody may know it. */
export type DemoLogin = {
  readonly role: Role
  readonly email: string
  readonly password: string
  readonly name: string
  readonly lastName?: string
}

/** The demo logins of an installation that has demo data; none where it has not (the call answers 404 there). */
export const listDemoLogins = async (signal: AbortSignal): Promise<readonly DemoLogin[]> => {
  try {
    const answer = (await send({ method: 'GET', url: '/api/demo', token: null, signal })) as {
      logins?: readonly DemoLogin[]
    }
    return answer.logins ?? []
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return []
    throw error
  }
}
