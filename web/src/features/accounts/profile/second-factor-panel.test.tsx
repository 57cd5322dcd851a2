import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeToken } from '#web/platform/token.ts'
import { toast } from '#web/ui/toast.tsx'
import { answer, refusal, serve } from '../../../../testing/fake-server.ts'
import { renderAs } from '../../../../testing/render-as.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const url = `otpauth://totp/Galley:ada%40studio.test?issuer=Galley&secret=${secret}&algorithm=SHA1&digits=6&period=30`
const recovery_codes = Array.from({ length: 10 }, (_, index) => `BCDFG-HJKM${index}`)

/** A server that keeps whether the second factor is on. */
const open = (isOnAtFirst: boolean) => {
  let turned_on_at = isOnAtFirst ? '2026-11-20T10:00:00.000Z' : null
  let attempts = 0
  let left = isOnAtFirst ? 1 : 0
  const calls = serve({
    'GET /api/auth/second-factor': () =>
      answer(200, { turned_on_at, recovery_codes_left: left, has_password: true }),
    'POST /api/auth/second-factor/setup': () => answer(200, { secret, url }),
    'POST /api/auth/second-factor': () => {
      attempts += 1
      if (attempts === 1) return refusal(422, 'wrong_second_factor', 'This code is not right.')
      turned_on_at = '2026-11-21T10:00:00.000Z'
      left = 10
      return answer(200, { recovery_codes })
    },
    'DELETE /api/auth/second-factor': () => {
      turned_on_at = null
      return answer(200, {})
    },
    'POST /api/auth/second-factor/recovery-codes': () => {
      left = 10
      return answer(200, { recovery_codes })
    },
  })
  renderAs({}, <SecondFactorPanel />, error => toast.error(String(error)))
  return calls
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => storeToken({ token: 'abc', expires_in: 3600 }))
afterEach(() => vi.restoreAllMocks())

test('it is turned on with the picture and a code, and shows the recovery codes once', async () => {
  const calls = open(false)
  await press('Turn on')
  expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Code'), '000000{Enter}')
  expect(await screen.findByText('This code is not right.')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Code'))
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')
  for (const code of recovery_codes) expect(await screen.findByText(code)).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Keep these recovery codes')
  await press('I have kept them')
  expect(await screen.findByText(/10 recovery codes are left/)).toBeTruthy()
  expect(screen.queryByText(recovery_codes[0] ?? '')).toBeNull()
  expect(calls.filter(({ address }) => address === 'POST /api/auth/second-factor')).toHaveLength(2)
})

test('new recovery codes are asked about first', async () => {
  open(true)
  expect(
    await screen.findByText(/One recovery code is left\. Get new ones before they run out\./),
  ).toBeTruthy()
  await press('New recovery codes')
  await press('Keep them')
  expect(screen.queryByText('Keep these recovery codes')).toBeNull()
  await press('New recovery codes')
  await press('Get new codes')
  expect(await screen.findByText('Keep these recovery codes')).toBeTruthy()
})

test('it is turned off after a question', async () => {
  open(true)
  await press('Turn off')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('No code is asked for any more')
  const buttons = await screen.findAllByRole('button', { name: 'Turn off' })
  await userEvent.click(buttons[buttons.length - 1] as HTMLElement)
  expect(await screen.findByRole('button', { name: 'Turn on' })).toBeTruthy()
})
