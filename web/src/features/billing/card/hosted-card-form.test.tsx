import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildMe } from '../../../../testing/build-project.ts'
import { answer, refusal, serve } from '../../../../testing/fake-server.ts'
import { renderAs } from '../../../../testing/render-as.tsx'
import type { FieldChange, FieldName, Gateway, GatewayField } from './gateway-script.ts'
import { HostedCardForm } from './hosted-card-form.tsx'

const fields = { script: 'https://gateway.example/cards/v3.js', key: 'pk_test_1' }
const names = ['cardNumber', 'cardExpiry', 'cardCvc'] as const
const typed: FieldChange = { empty: false, complete: true }
const kept = {
  brand: 'Visa',
  last_four: '4242',
  expiry_month: 12,
  expiry_year: 2030,
  trial_ends_at: '2026-12-04T09:00:00.000Z',
}

/** The gateway as its script brings it: fields of its own, of which the page learns whether they are complete. */
const gateway = () => {
  const listeners = new Map<FieldName, (change: FieldChange) => void>()
  const focused: FieldName[] = []
  const create = (name: FieldName): GatewayField => ({
    mount: () => undefined,
    on: (event: string, listener: unknown) => {
      if (event === 'change') listeners.set(name, listener as (change: FieldChange) => void)
    },
    focus: () => focused.push(name),
    update: () => undefined,
    destroy: () => undefined,
  })
  const made: Gateway = {
    elements: () => ({ create }),
    createPaymentMethod: vi.fn(async () => ({ paymentMethod: { id: 'pm_1' } })),
  }
  const type = (name: FieldName, change: FieldChange = typed) => act(() => listeners.get(name)?.(change))
  return { made, focused, type }
}

const open = (pay: () => Response = () => answer(200, kept)) => {
  const calls = serve({
    'POST /api/pay/payment-process': pay,
    'GET /api/auth/me': () => answer(200, buildMe({ card_status: 'active' })),
  })
  const onAdded = vi.fn()
  renderAs(
    buildMe({ can_create_agency: true, card_status: 'none', card_fields: fields }),
    <HostedCardForm fields={fields} onAdded={onAdded} onChanged={vi.fn()} />,
  )
  return { onAdded, sent: () => calls.filter(({ address }) => address.startsWith('POST')) }
}
const script = () => document.head.querySelector<HTMLScriptElement>('script[src*="v3.js"]')
const send = () => userEvent.click(screen.getByRole('button', { name: 'Add card' }))

beforeEach(() => {
  // The script is never fetched: each test says what became of it.
  vi.spyOn(HTMLScriptElement.prototype, 'src', 'set').mockImplementation(function (this: Element, address) {
    this.setAttribute('src', address)
  })
})
afterEach(() => {
  delete window.Stripe
  vi.restoreAllMocks()
})

describe('The gateway’s own card fields', () => {
  it('say at each of them what is missing, and send nothing', async () => {
    const { made, focused, type } = gateway()
    window.Stripe = () => made
    const { sent } = open()
    await userEvent.type(await screen.findByLabelText('Name on card'), 'Ada Moreau')
    await send()
    for (const text of ['Card number is required', 'Expiry is required', 'CVC is required'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(focused).toEqual(['cardNumber'])
    type('cardNumber', { empty: false, complete: false, error: { message: 'Your card number is invalid.' } })
    expect(screen.getByText('Your card number is invalid.')).toBeTruthy()
    expect(made.createPaymentMethod).not.toHaveBeenCalled()
    expect(sent()).toEqual([])
  })

  it('give Galley a name for the card, and neither its number nor its CVC', async () => {
    const { made, type } = gateway()
    const begin = vi.fn(() => made)
    window.Stripe = begin
    const { sent, onAdded } = open()
    await userEvent.type(await screen.findByLabelText('Name on card'), ' Ada Moreau ')
    for (const name of names) type(name)
    await send()
    await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce())
    expect(begin).toHaveBeenCalledWith('pk_test_1')
    expect(sent().map(({ body }) => body)).toEqual([{ cardName: 'Ada Moreau', paymentMethod: 'pm_1' }])
  })

  it('stay as they are when the card is declined, with the gateway’s words', async () => {
    const { made, type } = gateway()
    window.Stripe = () => made
    const { onAdded } = open(() => refusal(422, 'card_refused', 'Your card was declined.'))
    await userEvent.type(await screen.findByLabelText('Name on card'), 'Ada Moreau')
    for (const name of names) type(name)
    await send()
    expect(await screen.findByText('Your card was declined.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Name on card').value).toBe('Ada Moreau')
    expect(onAdded).not.toHaveBeenCalled()
  })

  it('that cannot be loaded say so, and are loaded again on request', async () => {
    open()
    await vi.waitFor(() => expect(script()).not.toBeNull())
    fireEvent.error(script() as Element)
    expect(await screen.findByText('The payment service could not be reached')).toBeTruthy()
    window.Stripe = () => gateway().made
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByLabelText('Name on card')).toBeTruthy()
  })
})
