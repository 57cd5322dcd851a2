import type { Invoice, Plan } from '#domain/billing/model.ts'
import { BillingScreen } from '#web/features/billing/billing-screen.tsx'
import { buildMe } from './build-project.ts'
import { answer, serve } from './fake-server.ts'
import { InRouter } from './in-router.tsx'
import { renderAs } from './render-as.tsx'

/** An instant of that day wherever the tests run: the screens of billing show days by the browser's clock. */
export const noonOf = (day: string): string => new Date(`${day}T12:00:00`).toISOString()

const agency = { id: 3, name: 'Bluebird Studio', logo_image_link: null }
const me = buildMe({ agency, card_status: 'active', can_create_project: true })
export const plan: Plan = {
  usercount: 3,
  socialcount: 2,
  price: 54,
  base_price: 29,
  user_price: 5,
  account_price: 5,
  status: 'active',
  from_date: noonOf('2026-05-20'),
  to_date: noonOf('2026-06-20'),
  hasTax: false,
  tax: 0,
  remainingdays: 19,
  cancel_at_period_end: false,
  is_ended: false,
  read_only_from: null,
  publishing_until: null,
  is_publishing: true,
  needs_confirmation: false,
  next_charge: null,
  start_charged_at: null,
}
export const address = {
  firstName: 'Zoë',
  lastName: 'Moreau',
  address: '1 Collins Street',
  state: 'Victoria',
  city: 'Melbourne',
  country: 'Australia',
  zip: '3000',
}
const card = {
  cardName: 'Zoë Moreau',
  brand: 'Visa',
  last_four: '4242',
  expiryMonth: 3,
  expiryYear: 2030,
  hasTax: false,
}
export const invoice: Invoice = {
  id: 7,
  number: 'GAL-7',
  status: 'paid',
  total_cents: 5940,
  tax_cents: 540,
  currency: 'usd',
  period_start: '2026-05-20T08:00:00.000Z',
  period_end: '2026-06-20T08:00:00.000Z',
  created_at: '2026-05-20T08:00:00.000Z',
  paid_at: '2026-05-20T08:01:00.000Z',
  next_attempt_at: null,
  action_url: null,
  needs_confirmation: false,
}

export type BillingAnswers = {
  readonly plan?: Partial<Plan>
  readonly details?: object
  readonly invoices?: readonly Invoice[]
  readonly save?: () => Response
  readonly confirm?: () => Response
}
/** Opens `/billing` as an admin, with these answers of the server. */
export const openBilling = (set: BillingAnswers = {}) => {
  const calls = serve({
    'POST /api/pay/sub': () => answer(200, { ...plan, ...set.plan }),
    'POST /api/bill/billing': () => answer(200, { address, card, ...set.details }),
    'GET /api/agencies/3/invoices': () => answer(200, set.invoices ?? [invoice]),
    'GET /api/agencies/3/invoices/7': () => new Response('<h1>Invoice GAL-7</h1>', { status: 200 }),
    'GET /api/agencies/3/invoices/7/pdf': () => new Response('%PDF-1.7 of GAL-7', { status: 200 }),
    'GET /api/auth/me': () => answer(200, me),
    'POST /api/bill/processupdate': () => answer(200, card),
    'POST /api/bill/payment-confirmed': set.confirm ?? (() => answer(200, card)),
    'POST /api/agencies/3/subscription/cancel': () => answer(200, {}),
    'POST /api/agencies/3/subscription/continue': () => answer(200, { action_url: null }),
    'POST /api/agencies/3/invoices/7/pay': () => answer(200, { action_url: null }),
    'POST /api/bill/billupdate': set.save ?? (() => answer(200, address)),
  })
  renderAs(
    me,
    <InRouter>
      <BillingScreen agency={agency} />
    </InRouter>,
  )
  const sent = (path: string) => calls.filter(({ address: to }) => to === `POST /api/${path}`)
  return { sent, saved: () => calls.filter(({ address: to }) => to === 'POST /api/bill/billupdate') }
}
