import {
  eachSource,
  inParentheses,
  isCode,
  isTest,
  type Rule,
  type Source,
  withoutComments,
} from './source.ts'

const networks = ['facebook', 'instagram', 'linkedin', 'twitter']
const names = networks.join('|')
const comparison = new RegExp(`(?:[=!]==? *'(${names})'|'(${names})' *[=!]==?|\\bcase '(${names})')`, 'g')

/** Differences between networks are data or belong in an adapter; a comparison inside a feature is overlooked when the next network comes. */
export const noNetworkComparisons: Rule = eachSource(({ path, text }) => {
  if (!/^(domain|server|sandbox|web)\//.test(path) || isTest(path) || path.startsWith('domain/src/networks/'))
    return []
  const lines = withoutComments(text).split('\n')
  return lines.flatMap((line, index) =>
    [...line.matchAll(comparison)].flatMap(([, ...groups]) => {
      const network = groups.find(Boolean) ?? ''
      // Facebook and Instagram are one company's API; its stand-in has two folders of its own.
      const own = new RegExp(`/(${network}|meta|graph)/`).test(path)
      return own
        ? []
        : [
            `line ${index + 1} compares with '${network}'. Make it a property of the network in domain/src/networks.`,
          ]
    }),
  )
})

/** The texts with *external* that are given. */
const fixedTexts =
  /['"]External Approver['"]|if External Approver doesn't get to it on time|'Pending external approval\.'/g

/** One word for the client's side in what people read. (docs/decisions/0146-the-clients-side-is-called-client.md) */
export const clientIsTheWord: Rule = eachSource(({ path, text }) => {
  if (!/^(domain|server|web)\/src\//.test(path) || isTest(path)) return []
  return withoutComments(text)
    .replace(fixedTexts, '')
    .split('\n')
    .flatMap((line, index) =>
      /\bexternal (approver|round|approval)/i.test(line)
        ? [`line ${index + 1} says "external". In what people read, the client's side is called client.`]
        : [],
    )
})

/** TanStack Query drops the callbacks of `mutate` once the component has left the page, as a row does that another change removes. */
export const noLostMessages: Rule = eachSource(({ path, text }) => {
  if (!path.startsWith('web/src/') || isTest(path)) return []
  const code = withoutComments(text)
  return [...code.matchAll(/\.mutate\(/g)]
    .filter(({ 0: call, index }) => /\btoast\./.test(inParentheses(code, index + call.length - 1)))
    .map(
      ({ index }) =>
        `line ${code.slice(0, index).split('\n').length} shows a message in a callback of mutate(), which is dropped if the component is gone by then. Use sayWhenDone() of web/src/ui/toast.tsx.`,
    )
})

/** Tables and seeds are for looking things up, not for reading from top to bottom. */
const long = /(^|\/)(table|schema|seed|[a-z-]*-seed|demo-[a-z-]+)\.ts$|^server\/src\/demo\//

/** The most lines of any file, of the median one, and of the 95th percentile. */
const limits = { file: 400, median: 80, p95: 300 }

/** No file is longer than a reader can keep in mind. */
export const shortFiles: Rule = sources => {
  const { median, p95 } = lengths(sources)
  const tooLong = eachSource(({ path, text }) => {
    if (!isMeasured(path) || long.test(path)) return []
    const lines = lineCount(text)
    return lines > limits.file
      ? [`has ${lines} lines, ${limits.file} are the most. Split it by use case.`]
      : []
  })(sources)
  const overall = (what: string, is: number, limit: number) =>
    is > limit
      ? [
          {
            path: '(all)',
            message: `${what} is ${is} lines, the aim is ${limit}. Split the longest by use case.`,
          },
        ]
      : []
  return [
    ...tooLong,
    ...overall('the median file', median, limits.median),
    ...overall('the 95th percentile', p95, limits.p95),
  ]
}

/** The lengths of the code files, without tests. */
export function lengths(sources: Source[]): { files: number; median: number; p95: number } {
  const counts = sources
    .filter(({ path }) => isMeasured(path) && !isTest(path) && !long.test(path))
    .map(({ text }) => lineCount(text))
    .sort((a, b) => a - b)
  const at = (share: number) => counts[Math.min(counts.length - 1, Math.floor(counts.length * share))] ?? 0
  return { files: counts.length, median: at(0.5), p95: at(0.95) }
}

const isMeasured = (path: string) => isCode(path) || path.endsWith('.css')
export const lineCount = (text: string) => text.split('\n').length - 1

// Written so that this file does not match itself.
const privatePath = new RegExp(`(^|[^\\w.])/${'work'}/`)
const registryHost = new RegExp(`https?://[^/\\s"']*(${'registry'}|artifactory|nexus)[^/\\s"']*`)

/** Nothing in the repository mentions the machine it was written on. */
export const noMachinePaths: Rule = eachSource(({ text }) => {
  const problems: string[] = []
  const lines = text.split('\n')
  const path = lines.findIndex(line => privatePath.test(line))
  if (path >= 0)
    problems.push(`line ${path + 1} names a path of one machine. Say it from the project's root.`)
  const host = lines.findIndex(line => registryHost.test(line))
  if (host >= 0)
    problems.push(`line ${host + 1} names a package registry. Leave the choice to the person who installs.`)
  return problems
})

/** A literal spread into the object around it only keeps its fields on one line, and hides them from a reader who looks for a field. */
export const noLiteralSpreads: Rule = eachSource(({ path, text }) => {
  if (!isCode(path)) return []
  const line = withoutComments(text)
    .split('\n')
    .findIndex(each => /\.{3}\{/.test(each))
  return line < 0 ? [] : [`line ${line + 1} spreads a literal. Write its fields where it stands.`]
})

const replaced = new RegExp(`process\\.${'env'} = `)

/** A plain object in its place no longer reaches the process: what later tests of the same run set there, the system does not see. */
export const noReplacedEnvironment: Rule = eachSource(({ path, text }) => {
  if (!isCode(path)) return []
  const line = text.split('\n').findIndex(each => replaced.test(each))
  return line < 0
    ? []
    : [`line ${line + 1} replaces the environment. Set its variables, in tests with vi.stubEnv.`]
})

const ownFake = new RegExp(`stubGlobal\\('${'fetch'}'|spyOn\\(globalThis, '${'fetch'}'\\)`)

/** A fake server's answers pass through the contract, except those of the tests of what sends the requests. (docs/decisions/0094-fake-answers.md) */
export const noUncheckedFakes: Rule = eachSource(({ path, text }) => {
  if (!/^web\/src\/(?!platform\/).*\.test\.tsx?$/.test(path)) return []
  const line = text.split('\n').findIndex(each => ownFake.test(each))
  return line < 0
    ? []
    : [`line ${line + 1} answers requests past the contract. Use fakeFetch of web/testing/fake-fetch.ts.`]
})

/** One form for every maximum, so that a search for the thing finds its limit. */
export const maximaEndWithMax: Rule = eachSource(({ path, text }) => {
  const [, name, rest] = (isCode(path) && text.match(/\bconst (M(?:AX|OST)_([A-Z0-9_]+))/)) || []
  return name ? [`calls a maximum ${name}. Name it ${rest}_MAX.`] : []
})

/** Who may open connections: calls to the networks' own hosts, the guarded fetcher, and what only talks to Galley or its sandbox. */
const connecting =
  /^server\/src\/(platform\/http\/outgoing-requests\/(client|public-fetch|public-post)|doctor|demo\/[a-z-]+|networks\/(?:linkedin\/)?testing)\.ts$/
const connection = /(?<![.\w])fetch\(|\bfrom '(?:node:)?(?:https?|http2|undici)'/

/** An address from outside must not lead to this machine or its network. (docs/decisions/0040-fetching-pages.md) */
export const onlyGuardedFetches: Rule = eachSource(({ path, text }) => {
  if (!/^server\/src\//.test(path) || isTest(path) || connecting.test(path)) return []
  const line = withoutComments(text)
    .split('\n')
    .findIndex(each => connection.test(each) && !/^import type/.test(each))
  return line < 0
    ? []
    : [
        `line ${line + 1} opens a connection. Use sendRequest for a network's own host, makePublicFetch or makePublicPost for any other address.`,
      ]
})

/** Longer, a paragraph of a page is read by nobody who looks something up. */
const PARAGRAPH_MAX = 900

export const shortParagraphs: Rule = eachSource(({ path, text }) =>
  /^docs\/(product|guides)\/.*\.md$/.test(path)
    ? text
        .split('\n')
        .flatMap((line, index) =>
          line.length <= PARAGRAPH_MAX || line.startsWith('|')
            ? []
            : [
                `line ${index + 1} is a paragraph of ${line.length} characters, at most ${PARAGRAPH_MAX} are read. Divide it, or make a list or a table of it.`,
              ],
        )
    : [],
)

/** Who may ask this machine for the time, and why. */
const machineClocks: Readonly<Record<string, string>> = {
  'server/src/platform/clock.ts': 'it is the clock that follows the database’s',
  'server/src/identity/openid.ts': 'its library tells the time itself and is told how far that is off',
  'server/src/doctor.ts': 'it compares this machine’s clock with the others',
}
const machineTime = /\bnew Date\(\)|\bDate\.now\b|\bdayjs\(\)/

/** What another machine judges, or what is compared with rows, goes by the clock that all share. (docs/decisions/0200-one-clock.md) */
export const onlySharedClock: Rule = eachSource(({ path, text }) => {
  const isAllowed = path in machineClocks || /(^|\/)testing[a-z-]*\.ts$/.test(path)
  if (!/^server\/src\/.*\.ts$/.test(path) || isTest(path) || isAllowed) return []
  return withoutComments(text)
    .split('\n')
    .flatMap((line, index) =>
      machineTime.test(line)
        ? [
            `line ${index + 1} asks this machine for the time. Use services.clock or sharedClock, and performance.now() for a duration.`,
          ]
        : [],
    )
})
