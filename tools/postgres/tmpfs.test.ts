import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findTmpfs } from './tmpfs.ts'

test('findTmpfs returns a folder that is writable and has enough room, otherwise null', () => {
  expect(findTmpfs(tmpdir(), 0)).toBe(tmpdir())
  expect(findTmpfs(tmpdir(), Number.MAX_SAFE_INTEGER)).toBeNull()
  expect(findTmpfs(join(tmpdir(), 'no-such-folder'), 0)).toBeNull()
})
