import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { createTestDatabase } from './testing.ts'

test('Every test database is migrated, separate, and removed afterwards', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  expect(one.url).not.toBe(other.url)
  expect(await migrate(one.url)).toEqual([])
  await Promise.all([one.drop(), other.drop()])
  await expect(migrate(one.url)).rejects.toThrow(/does not exist/)
})
