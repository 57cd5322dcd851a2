import { afterAll, vi } from 'vitest'

type Argon2 = typeof import('@node-rs/argon2')

// The tests hash more than a thousand passwords. At the library's cost each takes a core for 50 ms; `passwords.test.ts` checks that cost.
vi.mock('@node-rs/argon2', async original => {
  const library = await original<Argon2>()
  const cheap = { memoryCost: 64, timeCost: 1 }
  const hash: Argon2['hash'] = (text, options = cheap, signal) => library.hash(text, options, signal)
  return { ...library, hash }
})

// Vitest undoes what is stubbed before each test, so that the stubs of a file's last test would reach the next file's `beforeAll`.
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
