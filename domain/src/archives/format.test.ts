import fc from 'fast-check'
import { expect, it } from 'vitest'
import { archivedPath, archiveName } from './format.ts'

it('names a file by what is in it', () => {
  expect(archivedPath('ab12', 'image/png')).toBe('media/ab12.png')
  expect(archivedPath('ab12', 'text/../../x')).toBe('media/ab12.bin')
})

it('makes a plain file name of any project name', () => {
  expect(archiveName('Café "Étoile" / Köln', '2026-06-01')).toBe('cafe-etoile-koln-2026-06-01.zip')
  expect(archiveName('日本', '2026-06-01')).toBe('project-2026-06-01.zip')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), name => {
      expect(archiveName(name, '2026-06-01')).toMatch(/^[a-z0-9-]+\.zip$/)
    }),
  )
})
