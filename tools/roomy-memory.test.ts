import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { roomyMemory } from './roomy-memory.ts'

test('a folder is taken where it can be written to and holds enough, else none', () => {
  expect(roomyMemory(tmpdir(), 0)).toBe(tmpdir())
  expect(roomyMemory(tmpdir(), Number.MAX_SAFE_INTEGER)).toBeNull()
  expect(roomyMemory(join(tmpdir(), 'no-such-folder'), 0)).toBeNull()
})
