import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { buildMe } from '../../../../testing/build-project.ts'
import { answer, refusal, serve } from '../../../../testing/fake-server.ts'
import { renderAs } from '../../../../testing/render-as.tsx'
import { useConfirmCard } from '../api.ts'
import { CardConfirmation } from './card-confirmation.tsx'

const me = buildMe({ card_status: 'none', can_create_agency: true })
const kept = {
  brand: 'Visa',
  last_four: '3155',
  expiry_month: 3,
  expiry_year: 2030,
  trial_ends_at: '2026-12-04T09:00:00.000Z',
}

const open = (confirm: () => Response) => {
  const calls = serve({
    'POST /api/pay/payment-confirmed': confirm,
    'GET /api/auth/me': () => answer(200, { ...me, card_status: 'active' }),
  })
  const [onAdded, onRefused] = [vi.fn(), vi.fn()]
  const Confirmation = () => (
    <CardConfirmation
      setupIntent="seti_1"
      confirm={useConfirmCard()}
      onAdded={onAdded}
      onRefused={onRefused}
    />
  )
  renderAs(me, <Confirmation />)
  return { onAdded, onRefused, sent: () => calls.filter(({ address }) => address.startsWith('POST')) }
}

test('a card that was confirmed at the bank is taken', async () => {
  const { onAdded, sent } = open(() => answer(200, kept))
  expect(screen.getByRole('status').textContent).toContain('Checking your bank')
  await waitFor(() => expect(onAdded).toHaveBeenCalledOnce())
  expect(sent().map(({ body }) => body)).toEqual([{ setup_intent: 'seti_1' }])
})

test('a refusal is shown in its own words and leads back to the form', async () => {
  const { onRefused, onAdded } = open(() =>
    refusal(422, 'card_refused', 'Your bank did not confirm the card.'),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Your bank did not confirm the card.')
  await userEvent.click(screen.getByRole('button', { name: 'Enter a card' }))
  expect(onRefused).toHaveBeenCalledOnce()
  expect(onAdded).not.toHaveBeenCalled()
})

test('a gateway that is down is asked again', async () => {
  let times = 0
  const { onAdded } = open(() =>
    ++times === 1 ? refusal(503, 'card_gateway_unavailable', 'Not now.') : answer(200, kept),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(onAdded).toHaveBeenCalledOnce())
})
