import { describe, expect, it } from 'vitest'
import { getBilling, updateBillingAddress } from '#domain/billing/contract.ts'
import { useTestApp } from '#testing/app.ts'
import { addressOf, billedConfig } from '#testing/billing/subscriptions.ts'
import { useNewCast } from '#testing/people.ts'
import { billingRoutes } from './routes.ts'

const kit = useTestApp({ routes: billingRoutes, config: billedConfig })
const cast = useNewCast(kit)

describe('The billing address', () => {
  const save = (body: object, person = cast.admin) => kit.ask(person, updateBillingAddress, { body } as never)

  it('is stored, read again and replaced', async () => {
    expect((await kit.ask(cast.admin, getBilling, { body: {} })).data).toEqual({ address: null, card: null })
    expect((await save(addressOf({ city: '  Melbourne ' }))).data).toEqual(addressOf())
    const logged = await kit.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('agency_id', '=', cast.project.agencyId)
      .execute()
    expect(logged).toEqual([{ action: 'billing.address_changed', actor_id: cast.admin.userId }])
    expect((await save(addressOf({ city: 'Geelong' }))).status).toBe(200)
    expect((await kit.ask(cast.admin, getBilling, { body: {} })).data.address).toEqual(
      addressOf({ city: 'Geelong' }),
    )
  })

  it('needs every field, each of 3 to 255 characters, and keeps what it was', async () => {
    await save(addressOf())
    const { status, errors } = await save(
      addressOf({ firstName: '', lastName: 'Li', city: 'x'.repeat(256), zip: undefined }),
    )
    expect([status, errors]).toEqual([
      422,
      {
        firstName: ['First name is required'],
        lastName: ['Last name must have between 3 and 255 characters'],
        city: ['City must have between 3 and 255 characters'],
        zip: ['Zip is required'],
      },
    ])
    expect((await kit.ask(cast.admin, getBilling, { body: {} })).data.address).toEqual(addressOf())
  })
})
