import { importsOf } from './imports.ts'
import { isTest, type Rule, type Source, withoutComments } from './source.ts'

const declaration = /^export (?:async )?(?:const|function|class) (\w+)/gm

const isDomain = ({ path }: Source) => path.startsWith('domain/src/') && !isTest(path)

/** Test helpers do not count as users either. */
const isProduct = ({ path }: Source) => !isTest(path) && !/(^|\/)testing\//.test(path)

/**
 * A domain rule that only its tests call proves nothing: its tests pass while the product follows another copy. Rules that their own file
 * uses count as used, and so do types, which describe a rule's parameters and result.
 */
export const noUnusedRules: Rule = sources => {
  const used = new Map<string, Set<string>>()
  const taken = sources.filter(isProduct).flatMap(importsOf)
  for (const { target, names } of taken) {
    if (target === null) continue
    const known = used.get(target) ?? new Set()
    for (const name of names ?? ['*']) known.add(name)
    used.set(target, known)
  }
  return sources.filter(isDomain).flatMap(({ path, text }) => {
    const code = withoutComments(text)
    const names = used.get(path)
    return [...code.matchAll(declaration)]
      .map(([, name = '']) => name)
      .filter(name => !names?.has(name) && !names?.has('*') && !isUsedInside(code, name))
      .map(name => ({
        path,
        message: `exports ${name}, which only tests use. Let server and web call it instead of their own copy of the rule, or delete it.`,
      }))
  })
}

const isUsedInside = (code: string, name: string) =>
  (code.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1
