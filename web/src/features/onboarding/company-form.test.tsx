import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { buildMe } from '../../../testing/build-project.ts'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import { renderAs } from '../../../testing/render-as.tsx'
import { CompanyForm } from './company-form.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const me = buildMe({ company: 'Bluebird', card_status: 'active' })
const kept = {
  brand: 'Visa',
  last_four: '4242',
  expiry_month: 3,
  expiry_year: 2030,
  trial_ends_at: '2026-12-04T09:00:00.000Z',
}

const open = (create: () => Response, now: () => object = () => me) => {
  const calls = serve({
    'POST /api/agencies': create,
    'POST /api/agencies/7': () =>
      answer(200, {
        id: 7,
        name: 'Kite',
        logo_image_link: null,
        accent_color: null,
        names_weakest_post: false,
      }),
    'POST /api/pay/payment-process': () => answer(200, kept),
    'GET /api/auth/me': () => answer(200, now()),
  })
  const onDone = vi.fn()
  renderAs(me, <CompanyForm onDone={onDone} />)
  return { onDone, sent: () => calls.map(({ address }) => address).filter(each => each.startsWith('POST')) }
}
const paste = async (field: HTMLElement, text: string) => {
  await userEvent.click(field)
  await userEvent.paste(text)
}
const next = () => screen.getByRole('button', { name: 'Next' })
const nameField = () => screen.getByLabelText<HTMLInputElement>('Company name')

test('a declined card stops the agency; another one is added in place, and what was typed stays', async () => {
  const refused = refusal(422, 'card_refused', 'Your card was declined.')
  const answers = [
    refused,
    answer(200, {
      id: 1,
      name: 'Kite',
      logo_image_link: null,
      accent_color: null,
      names_weakest_post: false,
    }),
  ]
  const { onDone, sent } = open(() => answers.shift() ?? refused)
  await userEvent.clear(nameField())
  await userEvent.type(nameField(), 'Kite')
  await userEvent.click(next())
  expect(await screen.findByText(/Your card was declined\./)).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()

  await userEvent.click(screen.getByRole('button', { name: 'Use another card' }))
  const dialog = within(await screen.findByRole('dialog'))
  await paste(dialog.getByLabelText('Name on card'), 'Ada Moreau')
  await paste(dialog.getByLabelText('Card number'), '4242424242424242')
  await userEvent.selectOptions(dialog.getByLabelText('Expiry month'), '12')
  await userEvent.selectOptions(dialog.getByLabelText('Expiry year'), String(new Date().getFullYear() + 2))
  await paste(dialog.getByLabelText('CVC'), '123')
  await userEvent.click(dialog.getByRole('button', { name: 'Add card' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(/Your card was declined\./)).toBeNull()
  expect(nameField().value).toBe('Kite')

  await userEvent.click(next())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(sent()).toEqual(['POST /api/agencies', 'POST /api/pay/payment-process', 'POST /api/agencies'])
})

test('a card that had its free trial is charged at once, which is said first, with another card as the way out', async () => {
  const prices = { base_price: 29, user_price: 5, account_price: 5 }
  serve({ 'GET /api/auth/me': () => answer(200, me) })
  renderAs({ ...me, charged_at_once: true, plan_prices: prices }, <CompanyForm onDone={vi.fn()} />)
  expect(screen.getByText(/already had its free trial.*US\$ 29/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use another card' }))
  expect(await screen.findByRole('form', { name: 'Payment details' })).toBeTruthy()
})

test('a card form with something typed in it asks before it closes', async () => {
  open(() => refusal(422, 'card_refused', 'Your card was declined.'))
  await userEvent.click(next())
  await userEvent.click(await screen.findByRole('button', { name: 'Use another card' }))
  const form = () => screen.queryByRole('form', { name: 'Payment details' })
  await paste(await screen.findByLabelText('Name on card'), 'Ada Moreau')
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText('The card is not added yet.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText<HTMLInputElement>('Name on card').value).toBe('Ada Moreau')
  await userEvent.click(screen.getByLabelText('Name on card'))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(form()).toBeNull())
})

test('while the gateway is down the agency waits, and no other card is asked for', async () => {
  const words =
    'The card cannot be checked at the moment, and nothing was charged. Please try again in a moment.'
  open(() => refusal(503, 'card_gateway_unavailable', words))
  await userEvent.click(next())
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Use another card' })).toBeNull()
  expect(nameField().value).toBe('Bluebird')
})

const agency = { id: 7, name: 'Bluebird', logo_image_link: null }

test('an agency that already exists, because a response was lost or another window was quicker, is changed', async () => {
  const words = 'You already belong to an agency.'
  const founder = { ...me, agency, can_create_project: true }
  const { onDone, sent } = open(
    () => refusal(409, 'already_in_agency', words),
    () => founder,
  )
  await userEvent.click(next())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(sent()).toEqual(['POST /api/agencies', 'POST /api/agencies/7'])
})

test('a person who was added to another agency in the meantime is told so, and changes nothing there', async () => {
  const words = 'You already belong to an agency.'
  const member = { ...me, agency, can_create_project: false }
  const { sent } = open(
    () => refusal(409, 'already_in_agency', words),
    () => member,
  )
  await userEvent.click(next())
  expect(await screen.findByText(words)).toBeTruthy()
  expect(sent()).toEqual(['POST /api/agencies'])
})

test('the draft of a new agency survives a reload, and is dropped once it is created', async () => {
  const kite = () =>
    answer(200, { id: 1, name: 'Kite', logo_image_link: null, accent_color: null, names_weakest_post: false })
  open(kite)
  await userEvent.clear(nameField())
  await userEvent.type(nameField(), 'Kite')
  cleanup()
  const { onDone } = open(kite)
  expect(nameField().value).toBe('Kite')
  await userEvent.click(next())
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  cleanup()
  open(kite)
  expect(nameField().value).toBe('Bluebird')
})
