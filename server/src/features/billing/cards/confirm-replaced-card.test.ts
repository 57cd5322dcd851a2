import { describe, expect, it } from 'vitest'
import { confirmReplacedCard, getBilling } from '#domain/billing/contract.ts'
import { cardNumbers } from '#testing/billing/cards.ts'
import { usePlan } from '#testing/openings/plans.ts'
import { buildCast } from '#testing/people.ts'

const { stage, own, ask, cardNow, replace, gatewayDown, chargesOf, letEnd, actions } = usePlan()

describe('Another card whose bank asks its owner', () => {
  /** @returns the id of the confirmation, after the owner has answered on the bank's page */
  const goToBank = async (answer: 'yes' | 'no') => {
    const { status, data } = await replace(cardNumbers.asksBack, { country: 'AU' })
    expect([status, (await cardNow())?.last_four]).toEqual([200, '4242'])
    const setup = (data as { confirm_url: string }).confirm_url.split('/').at(-1) ?? ''
    const back = new URL((await stage.form(`confirm/${setup}`, { answer })).headers.get('location') ?? '')
    expect([back.pathname, back.searchParams.get('setup_intent')]).toEqual(['/billing', setup])
    return setup
  }
  const confirm = (setup_intent: string, who = own.admin, more = {}) =>
    ask(who, confirmReplacedCard, { body: { setup_intent, ...more } })

  it('takes the place of the first once it is confirmed, and is charged from then on', async () => {
    const setup = await goToBank('yes')
    for (const _time of [1, 2])
      expect(await confirm(setup)).toMatchObject({ status: 200, data: { last_four: '3155', hasTax: true } })
    expect(await cardNow()).toMatchObject({ last_four: '3155', cardName: 'Zoë Moreau' })
    expect(await actions()).toEqual(['billing.card_replaced'])
    const { customer } = await letEnd()
    expect(await chargesOf(customer)).toEqual([3740])
  })

  it('is not brought back by an old address after a third card has come', async () => {
    const setup = await goToBank('yes')
    await confirm(setup)
    expect((await replace(cardNumbers.other)).status).toBe(200)
    await expect.poll(async () => (await confirm(setup)).code).toBe('card_refused')
    expect(await cardNow()).toMatchObject({ last_four: '4444' })
  })

  it('leaves the first one if it is refused there, and while the gateway is down', async () => {
    expect(await confirm(await goToBank('no'))).toMatchObject({ status: 422, code: 'card_refused' })
    const setup = await goToBank('yes')
    gatewayDown()
    expect(await confirm(setup)).toMatchObject({ status: 503, code: 'card_gateway_unavailable' })
    stage.proxy.live()
    expect(await cardNow()).toMatchObject({ last_four: '4242' })
  })

  it('cannot be used by anybody else', async () => {
    const setup = await goToBank('yes')
    const other = await stage.agency()
    const { creator, stranger, project } = await buildCast(stage.test.db)
    const answers = [
      await confirm(setup, other.admin),
      await confirm(setup, other.admin, { agency_id: own.agencyId }),
      await confirm(setup, stranger, { agency_id: project.agencyId }),
      await confirm(setup, creator),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 403])
    expect((await ask(other.admin, getBilling, { body: {} })).data.card).toMatchObject({ last_four: '4242' })
  })
})
