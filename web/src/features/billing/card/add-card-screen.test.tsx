import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { buildMe } from '../../../../testing/build-project.ts'
import { answer, serve } from '../../../../testing/fake-server.ts'
import { InRouter } from '../../../../testing/in-router.tsx'
import { renderAs } from '../../../../testing/render-as.tsx'
import { AddCardScreen } from './add-card-screen.tsx'

afterEach(() => vi.restoreAllMocks())

const me = buildMe({ can_create_agency: true })
const open = (more: object) => {
  serve({ 'GET /api/auth/me': () => answer(200, { ...me, ...more }) })
  renderAs(
    { ...me, ...more },
    <InRouter>
      <AddCardScreen />
    </InRouter>,
  )
}

it.each([
  [5, 'US$ 29, and US$ 5 for each user and each social account, before tax.'],
  [4.5, 'US$ 29, and US$ 5 for each user and US$ 4.50 for each social account, before tax.'],
])(
  'What a month costs is said before a card is entered (US$ %s for an account)',
  async (account_price, words) => {
    open({ card_status: 'none', plan_prices: { base_price: 29, user_price: 5, account_price } })
    const lead = await screen.findByText(/free trial of 14 days/)
    expect(lead.textContent).toContain(`the monthly subscription starts afterwards: ${words}`)
  },
)

it('A card that replaces one names no price anew', async () => {
  open({ card_status: 'active' })
  expect((await screen.findByText(/You already have a card/)).textContent).not.toContain('US$')
})
