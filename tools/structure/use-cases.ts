import { eachSource, isTest, type Rule, type Source } from './source.ts'

type Endpoint = { readonly name: string; readonly contract: string; readonly feature: string }

const contractPath = /^domain\/src\/([a-z-]+)\/(?:.*\/)?[a-z-]*contract\.ts$/

/** Every endpoint that a contract declares. */
const endpointsOf = (sources: readonly Source[]): Endpoint[] =>
  sources.flatMap(({ path, text }) => {
    const feature = path.match(contractPath)?.[1]
    return feature
      ? [...text.matchAll(/^export const (\w+) = endpoint\(/gm)].map(([, name = '']) => ({
          name,
          contract: path,
          feature,
        }))
      : []
  })

const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/**
 * Calls whose handlers share a file: those made by one factory for two providers, and those of one line each. Every other call has a file
 * with its name.
 */
const sharedFiles: Readonly<Record<string, string>> = {
  signInWithGoogle: 'oauth-callback.ts',
  signInWithApple: 'oauth-callback.ts',
  listPendingApproval: 'lists.ts',
  listApproved: 'lists.ts',
  listPendingApprovalInRange: 'lists.ts',
  listApprovedInRange: 'lists.ts',
  listTimezones: 'global-options.ts',
  listContentRestrictions: 'global-options.ts',
  listMediaRestrictions: 'global-options.ts',
}

/** One operation, one name: the contract's value, the file and what it exports. "Go to definition" ends in the handler. */
export const oneNameForUseCase: Rule = sources => {
  const server = new Map(
    sources
      .filter(({ path }) => path.startsWith('server/src/features/') && !isTest(path))
      .map(({ path, text }) => [path, text]),
  )
  const byName = new Map<string, string[]>()
  for (const path of server.keys()) {
    const name = path.split('/').at(-1) ?? ''
    byName.set(name, [...(byName.get(name) ?? []), path])
  }
  return endpointsOf(sources).flatMap(({ name: called, contract }) => {
    // A GET twin is registered with the handler of its call (docs/product/api.md "Twins").
    const name = called.replace(/ViaGet$/, '')
    const file = sharedFiles[name] ?? `${kebab(name)}.ts`
    const handler = byName.get(file)?.find(path => declares(server.get(path) ?? '', name))
    return handler
      ? []
      : [
          {
            path: contract,
            message: `${name} has no server/src/features/…/${file} that exports ${name}. Contract, file and handler bear one name.`,
          },
        ]
  })
}

const declares = (text: string, name: string) =>
  new RegExp(`^export (?:const|async function|function) ${name}\\b`, 'm').test(text)

/** A page's hook for a call has the call's name, so that one search finds everything from the button to the row. */
export const oneNameForHook: Rule = sources => {
  const names = new Set(endpointsOf(sources).map(({ name }) => name))
  return eachSource(({ path, text }) => {
    if (!path.startsWith('web/src/features/') || isTest(path)) return []
    return [...text.matchAll(/^import \{([^}]*)\} from '#domain\/[^']*contract\.ts'/gm)]
      .flatMap(([, list = '']) => list.split(',').map(item => item.trim()))
      .filter(name => names.has(name))
      .filter(name => !new RegExp(`\\b(?:use|load)${capital(name)}\\b`).test(text))
      .map(
        name =>
          `calls ${name} without a hook of that name. Export use${capital(name)} from the feature's api.ts and use it.`,
      )
  })(sources)
}

const capital = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** `routes.ts` is the list of a feature's calls: anybody looking for a call finds its name there, and nothing else. */
export const routesOnlyList: Rule = eachSource(({ path, text }) => {
  if (!/^server\/src\/features\/.*\/routes\.ts$/.test(path)) return []
  return /\basync\b|\bawait\b|\bTx\b/.test(text)
    ? ['does more than list the routes. Move the work into the file of its use case.']
    : []
})
