import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { zonePlaces } from './zone-places.ts'

const file = join(import.meta.dirname, '../../web/src/features/projects/zone-places.json')

it('The places of the time zones are those of the installed package (if not: npm run zones)', () => {
  expect(readFileSync(file, 'utf8') === zonePlaces()).toBe(true)
})
