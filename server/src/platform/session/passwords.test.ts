import { hash } from '@node-rs/argon2'
import { expect, it, vi } from 'vitest'
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

it('A password is hashed at the cost that the library recommends', async () => {
  // The tests' replacement lowers the cost only where the product names none; this is the real one.
  const library = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2')
  expect(await library.hash('a fine password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(cost(await hashPassword('a fine password'))).toBe(cost(await hash('a fine password')))
})

const cost = (kept: string) => kept.split('$')[3]
