import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyEdit, mutants, mutation, pauseMutants, restoreMutants } from './mutants.ts'

const root = path.resolve(import.meta.dirname, '..')
const edit = { file: 'some.ts', find: 'a > b', replace: 'a >= b' }

describe('A mutant', () => {
  it.each([...mutants, ...restoreMutants, ...pauseMutants].map(mutant => [mutant.name, mutant] as const))(
    'fits the product: %s',
    (_name, { edits }) => {
      const texts = new Map<string, string>()
      for (const each of edits) {
        const before = texts.get(each.file) ?? readFileSync(path.join(root, each.file), 'utf8')
        const after = applyEdit(before, each)
        expect(after).not.toBe(before)
        // Throws unless it can be read.
        stripTypeScriptTypes(after)
        texts.set(each.file, after)
      }
    },
  )

  it('has a name of its own', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  })

  it.each([
    ['gone', 'a < b'],
    ['there twice', 'a > b, a > b'],
  ])('fails loudly when its text is %s', (_name, text) => {
    expect(() => applyEdit(text, edit)).toThrow('A mutant of some.ts no longer fits')
  })

  it('must be one of the list', () => {
    expect(() => mutation('another')).toThrow('There is no mutant "another".')
  })
})
