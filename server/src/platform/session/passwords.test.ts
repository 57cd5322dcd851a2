import { expect, it } from 'vitest'
import { hashPassword, isPassword, PasswordsBusy } from './passwords.ts'

it('A password matches however the keyboard encodes its accents', async () => {
  const kept = await hashPassword('Caf\u00e9 au lait')
  expect(kept).toMatch(/^\$argon2id\$/)
  expect(await isPassword(kept, 'Cafe\u0301 au lait')).toBe(true)
  expect(await isPassword(kept, 'Cafe au lait')).toBe(false)
  expect(await isPassword(null, 'no account has this password')).toBe(false)
})

it('Password checks are refused when too many wait, and accepted again afterwards', async () => {
  const kept = await hashPassword('a fine password')
  const outcomes = await Promise.allSettled(
    Array.from({ length: 150 }, () => isPassword(kept, 'a fine password')),
  )
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  expect(refused.length).toBeGreaterThan(40)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(PasswordsBusy)
  expect(outcomes.filter(outcome => outcome.status === 'fulfilled' && outcome.value)).toHaveLength(
    150 - refused.length,
  )
  expect(await isPassword(kept, 'a fine password')).toBe(true)
})
