import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { buildMe } from '../../../../testing/build-project.ts'
import { answer, refusal, serve } from '../../../../testing/fake-server.ts'
import { renderAs } from '../../../../testing/render-as.tsx'
import { CardForm } from './card-form.tsx'

afterEach(() => vi.restoreAllMocks())

const year = String(new Date().getFullYear() + 2)
const me = buildMe({ card_status: 'none', can_create_agency: true })
const kept = {
  brand: 'Visa',
  last_four: '4242',
  expiry_month: 3,
  expiry_year: Number(year),
  trial_ends_at: '2026-12-04T09:00:00.000Z',
}

const open = (pay: () => Response | Promise<Response>, more: object = {}) => {
  const calls = serve({
    'POST /api/pay/payment-process': pay,
    'GET /api/auth/me': () => answer(200, { ...me, card_status: 'active' }),
  })
  const onAdded = vi.fn()
  const client = renderAs({ ...me, ...more }, <CardForm onAdded={onAdded} onChanged={vi.fn()} />)
  return { onAdded, client, sent: () => calls.filter(({ address }) => address.startsWith('POST')) }
}
const paste = async (label: string, text: string) => {
  await userEvent.click(screen.getByLabelText(label))
  await userEvent.paste(text)
}
const choose = (label: string, value: string) => userEvent.selectOptions(screen.getByLabelText(label), value)
const fill = async () => {
  await paste('Name on card', 'Ada Moreau')
  await paste('Card number', '4242424242424242')
  await choose('Expiry month', '03')
  await choose('Expiry year', year)
  await paste('CVC', '123')
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Add card' }))

test('an empty form shows an error at each field, and the first one gets the focus', async () => {
  const { sent } = open(() => answer(200, kept))
  await send()
  for (const text of [
    'Incorrect fields. Try again.',
    'Card number is required',
    'Expiry month is required',
    'Expiry year is required',
    'CVC is required',
  ])
    expect(screen.getByText(text)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Name on card'))
  expect(sent()).toEqual([])
})

test('a card is sent once, without its spaces, and with the country of an Australian company', async () => {
  let respond = (): void => undefined
  const request = new Promise<void>(resolve => {
    respond = resolve
  })
  const { sent, onAdded } = open(() => request.then(() => answer(200, kept)))
  await fill()
  expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242')
  await userEvent.click(screen.getByLabelText('Australian registered company'))
  await userEvent.dblClick(screen.getByRole('button', { name: 'Add card' }))
  respond()
  await waitFor(() => expect(onAdded).toHaveBeenCalledOnce())
  expect(sent().map(({ body }) => body)).toEqual([
    {
      cardName: 'Ada Moreau',
      cardNumber: '4242424242424242',
      cvc: '123',
      country: 'AU',
      expiryMonth: 3,
      expiryYear: Number(year),
    },
  ])
})

test.each([
  [undefined, 'Your card was declined.', null],
  ['cvc', "Your card's security code is incorrect.", 'CVC'],
] as const)(
  'a card that the gateway refuses (%s) is reported in its words, and what was typed stays',
  async (field, words, label) => {
    const { onAdded, sent } = open(() => refusal(422, 'card_refused', words, field && { [field]: [words] }))
    await fill()
    await send()
    expect(await screen.findByText(words)).toBeTruthy()
    if (label) expect(document.activeElement).toBe(screen.getByLabelText(label))
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242')
    expect([onAdded.mock.calls.length, sent().length]).toEqual([0, 1])
  },
)

test('an expired card is reported before it is sent', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-06-15T12:00:00.000Z') })
  const { sent } = open(() => answer(200, kept))
  await fill()
  await choose('Expiry year', '2027')
  await send()
  expect(screen.getByText('This card has expired')).toBeTruthy()
  expect(sent()).toEqual([])
  vi.useRealTimers()
})

test('neither the browser nor the cache keeps the number or the CVC', async () => {
  const { client, onAdded } = open(() => answer(200, kept))
  await fill()
  await send()
  await waitFor(() => expect(onAdded).toHaveBeenCalled())
  const cached = JSON.stringify([
    client
      .getQueryCache()
      .getAll()
      .map(query => query.state.data),
    client
      .getMutationCache()
      .getAll()
      .map(mutation => mutation.state.variables),
  ])
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
  expect(cached + stored).not.toMatch(/4242 ?4242 ?4242|"cvc"/)
})

test('an installation for test cards says so before a person enters a real one', () => {
  open(() => answer(200, kept), { takes_test_cards: true })
  expect(screen.getByText(/^Test cards only/).textContent).toContain('4242 4242 4242 4242')
})

test('an installation for real cards does not mention test cards, and links to the terms', () => {
  open(() => answer(200, kept))
  expect(screen.queryByText(/^Test cards only/)).toBeNull()
  expect(screen.getByRole('link', { name: 'terms of use' }).getAttribute('href')).toBe('/terms')
})
