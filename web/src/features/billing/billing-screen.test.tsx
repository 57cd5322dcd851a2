import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type BillingAnswers, invoice, noonOf, openBilling as open } from '../../../testing/fake-billing.tsx'
import { refusal } from '../../../testing/fake-server.ts'

afterEach(() => {
  vi.restoreAllMocks()
  window.history.replaceState(null, '', '/')
})

const cells = (row: HTMLElement) => [
  within(row).getByRole('rowheader').textContent,
  ...within(row)
    .getAllByRole('cell')
    .map(cell => cell.textContent),
]

describe('The subscription', () => {
  it('lists users and social accounts with their prices, the sum, and when it is charged next', async () => {
    open()
    const table = await screen.findByRole('table')
    expect(within(table).getAllByRole('row').slice(1).map(cells)).toEqual([
      ['Galley', '1', 'US$ 29', 'US$ 29'],
      ['Users', '3', 'US$ 5', 'US$ 15'],
      ['Social accounts', '2', 'US$ 5', 'US$ 10'],
      ['Price', 'US$ 54 a month'],
    ])
    expect(screen.getByRole('status').textContent).toMatch(
      /Next charge on .*: US\$ 54, for Galley, 3 users and 2 social accounts\.$/,
    )
  })

  it('lists what the next charge is made of if people or accounts came within the month', async () => {
    const lines = [
      { description: '1 × Galley', quantity: 1, amount_cents: 2900 },
      { description: 'Remaining time for 2 × Galley user', quantity: 2, amount_cents: 612 },
    ]
    const next_charge = { total_cents: 6012, tax_cents: 0, lines }
    open({ plan: { next_charge } })
    const charge = await screen.findByRole('status')
    expect(charge.textContent).toMatch(/: US\$ 60\.12, made of:/)
    expect(
      within(charge)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['1 × GalleyUS$ 29.00', 'Remaining time for 2 × Galley userUS$ 6.12'])
  })

  it('shows in a trial how many days remain instead of a price', async () => {
    open({ plan: { status: 'trialing', remainingdays: 1 } })
    const table = await screen.findByRole('table')
    expect(within(table).getAllByRole('row').slice(-1).map(cells)).toEqual([
      ['Free trial', '1 day remaining'],
    ])
    expect(within(table).queryByText(/a month$/i, { selector: 'td' })).toBeNull()
  })

  it.each([
    [
      { status: 'past_due', read_only_from: '2026-06-10T08:00:00.000Z' },
      'The last payment did not go through',
    ],
    [
      { status: 'past_due', read_only_from: '2026-06-10T08:00:00.000Z', needs_confirmation: true },
      'Your bank asks you to confirm a payment',
    ],
    [{ status: 'unpaid', publishing_until: '2026-06-10T08:00:00.000Z' }, 'Your agency is read-only'],
    [{ status: 'canceled', publishing_until: '2026-06-10T08:00:00.000Z' }, 'Your agency is read-only'],
  ] as const)('says what is wrong: %o', async (set, title) => {
    open({ plan: set })
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.queryByText(/Next charge/)).toBeNull()
  })

  it('offers to start again what ended with a payment missing, and promises no charge', async () => {
    open({ plan: { status: 'past_due', is_ended: true, read_only_from: '2026-06-10T08:00:00.000Z' } })
    expect(await screen.findByText(/Your subscription has ended. Unless you start it again/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Start subscription' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /(Cancel|Continue) subscription/ })).toBeNull()
  })

  it.each([
    [false, /No posts are going out at the moment/],
    [true, /Posts that were already scheduled still go out until/],
  ])('says whether posts still go out (%s)', async (is_publishing, text) => {
    open({ plan: { status: 'unpaid', publishing_until: '2026-06-10T08:00:00.000Z', is_publishing } })
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('shows GST on top of the price, in the table, the next charge and the invoices', async () => {
    open({ plan: { hasTax: true, tax: 5.4 } })
    const table = await screen.findByRole('table')
    expect(within(table).getAllByRole('row').slice(-2).map(cells)).toEqual([
      ['GST (10%)', 'US$ 5.40'],
      ['Price', 'US$ 59.40 a month'],
    ])
    expect(screen.getByRole('status').textContent).toContain('US$ 59.40 with GST')
    expect(await screen.findByText('with US$ 5.40 GST')).toBeTruthy()
  })

  it.each(['none', 'canceled'] as const)(
    'that is %s is started after a question that names the price',
    async status => {
      const { sent } = open({ plan: { status, hasTax: true, tax: 5.4, publishing_until: null } })
      await userEvent.click(await screen.findByRole('button', { name: 'Start subscription' }))
      const dialog = await screen.findByRole('dialog')
      expect(dialog.textContent).toContain(
        'Your card is charged US$ 59.40 with GST now, for the first month, and then every month.',
      )
      expect(sent('agencies/3/subscription/continue')).toHaveLength(0)
      await userEvent.click(within(dialog).getByRole('button', { name: 'Start subscription' }))
      await waitFor(() => expect(sent('agencies/3/subscription/continue')).toHaveLength(1))
    },
  )

  it('that is started while something is free or paid still says on which day the first charge is', async () => {
    open({ plan: { status: 'none', start_charged_at: noonOf('2026-06-25') } })
    await userEvent.click(await screen.findByRole('button', { name: 'Start subscription' }))
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'Nothing is charged now. Your card is charged US$ 54 on 25 Jun 2026',
    )
  })

  it('cannot be started without a card', async () => {
    open({ plan: { status: 'none' }, details: { card: null } })
    expect(await screen.findByText('There is no card yet')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start subscription' })).toBeNull()
  })

  it.each([
    [
      { status: 'trialing' },
      'Free trial until 20 Jun 2026',
      'First charge on 20 Jun 2026: US$ 54, for Galley',
    ],
    [{}, 'Active', 'Next charge on 20 Jun 2026: US$ 54, for Galley'],
    [
      { cancel_at_period_end: true },
      'Cancelled: your subscription ends on 20 Jun 2026',
      'Nothing more is charged. Everything works until then',
    ],
    [
      { status: 'trialing', cancel_at_period_end: true },
      'Cancelled: your free trial ends on 20 Jun 2026',
      'Nothing is charged. Everything works until then',
    ],
  ] as const)('says on top where it stands: %o', async (set, title, text) => {
    open({ plan: set })
    const status = await screen.findByRole('status')
    expect(status.textContent).toContain(title)
    expect(status.textContent).toContain(text)
    const panel = screen.getByRole('region', { name: 'Subscription' })
    expect(status.compareDocumentPosition(panel)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
})

it('The card is shown masked but for its last digits', async () => {
  open()
  expect((await screen.findByLabelText<HTMLInputElement>('Card number')).value).toBe('XXXX XXXX XXXX 4242')
  expect(document.body.innerHTML).not.toMatch(/4242 ?4242/)
})

describe('The invoices', () => {
  it('have a number, a status and an amount, and each can be kept as a file', async () => {
    const made = vi.fn((_file: Blob) => 'blob:1')
    Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined })
    // A click would lead the test's only page away from its address, and that of all tests after it.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    open()
    const [row] = within(await screen.findByRole('list')).getAllByRole('listitem')
    expect(row?.textContent).toMatch(/Invoice GAL-7.*Paid.*US\$ 59\.40/)
    await userEvent.click(screen.getByRole('button', { name: 'Download Invoice GAL-7 as a PDF' }))
    await waitFor(() => expect(made).toHaveBeenCalledOnce())
    expect(await made.mock.calls[0]?.[0].text()).toBe('%PDF-1.7 of GAL-7')
  })

  it('are explained when there are none', async () => {
    open({ invoices: [] })
    expect(await screen.findByText(/^There are no invoices yet/)).toBeTruthy()
  })
})

describe('The payment method', () => {
  const edit = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save card' }))

  it('is locked until Edit', async () => {
    open()
    const name = await screen.findByLabelText<HTMLInputElement>('Name on card')
    expect([name.disabled, name.value]).toEqual([true, 'Zoë Moreau'])
    await edit()
    expect(screen.getByLabelText<HTMLInputElement>('Name on card').disabled).toBe(false)
    expect(screen.getByLabelText('Card number').getAttribute('placeholder')).toBe('XXXX XXXX XXXX 4242')
  })

  it('that was not touched is not checked again', async () => {
    const { sent } = open()
    await edit()
    await save()
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy()
    expect(sent('bill/processupdate')).toEqual([])
  })

  it('is checked whole once its expiry has changed', async () => {
    const { sent } = open()
    await edit()
    await userEvent.selectOptions(screen.getByLabelText('Expiry month'), '04')
    await save()
    for (const text of ['Card number is required', 'CVC is required'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(sent('bill/processupdate')).toEqual([])
  })

  it('is replaced by another card', async () => {
    const { sent } = open()
    await edit()
    await userEvent.type(screen.getByLabelText('Card number'), '5555555555554444')
    await userEvent.type(screen.getByLabelText('CVC'), '123')
    await save()
    await waitFor(() => expect(sent('bill/processupdate')).toHaveLength(1))
    expect(sent('bill/processupdate')[0]?.body).toMatchObject({
      agency_id: 3,
      cardNumber: '5555555555554444',
      expiryMonth: 3,
      expiryYear: 2030,
    })
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy()
  })
})

describe('Back from the bank’s page', () => {
  const comeBack = (set: BillingAnswers = {}) => {
    window.history.replaceState(null, '', '/billing?setup_intent=seti_1&redirect_status=succeeded')
    return open(set)
  }

  it('the confirmed card takes the place of the former one', async () => {
    const { sent } = comeBack()
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy()
    expect(sent('bill/payment-confirmed').map(({ body }) => body)).toEqual([
      { agency_id: 3, setup_intent: 'seti_1' },
    ])
  })

  it('a card that was refused there leads to the form', async () => {
    comeBack({ confirm: () => refusal(422, 'card_refused', 'Your bank did not confirm the card.') })
    expect(await screen.findByText(/Your bank did not confirm the card/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Enter a card' }))
    expect(await screen.findByRole('button', { name: 'Save card' })).toBeTruthy()
  })
})

describe('After a question', () => {
  it('the subscription is cancelled', async () => {
    const { sent } = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
    expect(sent('agencies/3/subscription/cancel')).toEqual([])
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' }))
    await waitFor(() => expect(sent('agencies/3/subscription/cancel')).toHaveLength(1))
  })

  it('a cancelled one goes on', async () => {
    const { sent } = open({ plan: { cancel_at_period_end: true } })
    await userEvent.click(await screen.findByRole('button', { name: 'Continue subscription' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(sent('agencies/3/subscription/continue')).toHaveLength(1))
  })
})

it('What is missing can be paid where that is said', async () => {
  const open_ = { ...invoice, status: 'open' as const, paid_at: null }
  const { sent } = open({ plan: { status: 'unpaid' }, invoices: [{ ...open_, id: 8 }, open_] })
  await userEvent.click(await screen.findByRole('button', { name: 'Pay now' }))
  await waitFor(() => expect(sent('agencies/3/invoices/7/pay')).toHaveLength(1))
})

it('An open invoice is paid at a click', async () => {
  const { sent } = open({ invoices: [{ ...invoice, status: 'open', paid_at: null }] })
  await userEvent.click(await screen.findByRole('button', { name: 'Pay Invoice GAL-7 now' }))
  await waitFor(() => expect(sent('agencies/3/invoices/7/pay')).toHaveLength(1))
})

it.each([
  ['canceled', false],
  ['canceled', true],
  ['past_due', true],
] as const)(
  'An open invoice of a subscription that has ended (%s, its bank asks: %s) is not offered to be paid',
  async (status, needs_confirmation) => {
    const publishing_until = noonOf('2026-06-10')
    open({
      plan: { status, is_ended: true, publishing_until, read_only_from: publishing_until },
      invoices: [{ ...invoice, status: 'open', paid_at: null, needs_confirmation }],
    })
    expect((await screen.findByRole('list')).textContent).toContain('Not paid')
    expect(await screen.findByRole('button', { name: 'Start subscription' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /pay|confirm/i })).toBeNull()
  },
)

it('An open invoice whose bank asks says so, and leads to the confirmation', async () => {
  const { sent } = open({
    invoices: [{ ...invoice, status: 'open', paid_at: null, needs_confirmation: true }],
  })
  expect((await screen.findByRole('list')).textContent).toContain('Waiting for your confirmation')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm the payment of Invoice GAL-7' }))
  await waitFor(() => expect(sent('agencies/3/invoices/7/pay')).toHaveLength(1))
})
