import { afterAll, beforeAll, expect } from 'vitest'
import { startBilling } from '../billing/billing.ts'
import { prepared } from '../prepared.ts'

/** Opens a test of what the gateway and Galley tell each other: `started` makes an agency whose subscription has begun. */
export const useSubscriptions = () => {
  const stage = prepared(beforeAll, startBilling)
  afterAll(() => stage.close())
  return {
    stage,
    started: async (number?: string, more?: Record<string, unknown>) => {
      const { agencyId, admin } = await stage.agency(number, more)
      expect(await stage.start(agencyId)).toBe('done')
      return { agencyId, admin, customer: (await stage.row(agencyId)).gateway_customer_id }
    },
    addPerson: async (agencyId: number, name: string) => {
      const { db } = stage.test
      const values = { name, email: `${name}.${agencyId}@example.com` }
      const { id } = await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
      const member = { agency_id: agencyId, user_id: id, role: 'content-creator' as const }
      await db.insertInto('agency_members').values(member).execute()
    },
  }
}
