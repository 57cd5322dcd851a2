import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { BillingNotice, Plan } from '#domain/billing/model.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { plan as monthly } from '../../../testing/fake-billing.tsx'
import { answer, serve } from '../../../testing/fake-server.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-as.tsx'
import { BillingNotices } from './billing-notices.tsx'
import { LatePriceNote } from './late-price-note.tsx'

afterEach(() => vi.restoreAllMocks())

const base = { id: 5, name: 'Ada', projects: [], agency: null, card_status: 'active' }
const notice: BillingNotice = {
  agency_id: 3,
  kind: 'read_only',
  is_ended: false,
  can_pay: true,
  until: '2026-06-10T08:00:00.000Z',
  is_publishing: true,
  needs_confirmation: false,
}
const show = (set: Partial<BillingNotice>, role: OwnProject['role'] = 'agency-admin', agencyId = 3) =>
  renderAs(
    { ...base, billing_notices: [{ ...notice, ...set }] },
    <InRouter>
      <ShownProject value={{ id: 1, agency_id: agencyId, role } as OwnProject}>
        <BillingNotices />
        <p>The page</p>
      </ShownProject>
    </InRouter>,
  )

it.each([
  ['agency-admin', { kind: 'payment_failed' }, /Without a payment your agency becomes read-only on/],
  [
    'agency-admin',
    { kind: 'payment_failed', needs_confirmation: true },
    /Your bank asks you to confirm a payment.*Without the confirmation/,
  ],
  [
    'agency-admin',
    { kind: 'payment_failed', is_ended: true },
    /Your subscription has ended. Unless you start it again, your agency becomes read-only on/,
  ],
  ['agency-admin', {}, /A payment is missing. Posts that were already scheduled still go out until/],
  ['agency-admin', { is_ended: true }, /Its subscription has ended/],
  ['content-creator', { can_pay: false }, /Please ask an admin of your agency/],
  ['external-approver', { can_pay: false }, /Nothing can be changed or approved. Please ask your agency/],
  ['content-creator', { can_pay: false, is_publishing: false }, /No posts are going out at the moment/],
] as const)('%s is told about %o, with a way to pay only for those who can', async (role, set, words) => {
  show(set, role)
  const status = await screen.findByRole('status')
  expect(status.textContent).toMatch(words)
  expect(screen.queryByRole('link', { name: 'Open Billing' }) !== null).toBe(role === 'agency-admin')
  if (role === 'external-approver') expect(status.textContent).not.toMatch(/pa(y|id)|subscription/i)
})

it('Nothing is shown in the projects of another agency', async () => {
  show({}, 'agency-admin', 4)
  await screen.findByText('The page')
  expect(screen.queryByRole('status')).toBeNull()
})

const plan: Plan = { ...monthly, price: 53, account_price: 4.5 }
const admin = { ...base, agency: { id: 3, name: 'Bluebird' }, can_create_project: true }

it('The price of one more person or account is shown before it is added', async () => {
  serve({ 'POST /api/pay/sub': () => answer(200, plan) })
  renderAs(
    admin,
    <>
      <LatePriceNote of="user" />
      <LatePriceNote of="account" />
    </>,
  )
  expect(await screen.findByText(/^\+ US\$ 5 a month for each person who is new/)).toBeTruthy()
  expect(await screen.findByText(/^\+ US\$ 4.50 a month for each social account/)).toBeTruthy()
})

it('Nobody is asked for the price who may not see it', async () => {
  const calls = serve({ 'POST /api/pay/sub': () => answer(200, plan) })
  renderAs({ ...admin, card_status: 'not_needed' }, <LatePriceNote of="user" />)
  renderAs({ ...admin, can_create_project: false }, <LatePriceNote of="user" />)
  expect(calls).toEqual([])
})
