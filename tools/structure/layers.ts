import { type Import, importsOf } from './imports.ts'
import { eachSource, isTest, type Rule, withoutComments } from './source.ts'

/** Each rule: the importing files, the imports it forbids, and what to do instead. */
type Layer = { about: RegExp; except?: RegExp; forbids: (found: Import) => boolean; remedy: string }

const purePackages = ['zod', 'tlds', 'punycode.js']
const under =
  (...folders: string[]) =>
  ({ target }: Import) =>
    target !== null && folders.some(folder => target.startsWith(folder))

const layers: Layer[] = [
  {
    about: /^domain\//,
    forbids: ({ specifier, target }) =>
      target === null
        ? !purePackages.some(name => specifier === name || specifier.startsWith(`${name}/`))
        : !target.startsWith('domain/'),
    remedy: `The domain imports only the domain and pure packages (${purePackages.join(', ')}): pass in what it needs.`,
  },
  {
    about: /^server\/src\/(identity|networks|design-tool)\/|\/routes\.ts$/,
    forbids: found => ['kysely', 'pg'].includes(found.specifier) || under('server/src/platform/db/')(found),
    remedy: 'Only use cases and the platform touch the database: take what you need as an argument.',
  },
  {
    about: /^server\/src\/(identity|networks|design-tool|platform)\//,
    forbids: under('server/src/features/'),
    remedy:
      'Networks, identity providers and platform know no feature: take what you need as an argument, or move the caller.',
  },
  {
    about: /^server\/src\/platform\//,
    // The row types cover the tables of all features; they are generated from the migrations.
    except: /^server\/src\/platform\/(db\/column-types\.ts$)/,
    forbids: ({ target }) =>
      target !== null &&
      (/^server\/src\/(networks|identity|design-tool)\//.test(target) ||
        /^domain\/src\/(?!kernel\/|permissions\/)/.test(target)),
    remedy:
      'The platform knows no feature, not even its domain model: take it as an argument, or move it into the feature.',
  },
  {
    about: /^server\/src\//,
    forbids: under('server/testing/'),
    remedy:
      'What sets the scene for tests is no part of the product: move what the product needs into server/src.',
  },
  {
    about: /^(server|web|domain)\/src\//,
    // Loaded by tests alone.
    except: /\/testing\.ts$/,
    forbids: under('sandbox/'),
    remedy:
      'The product runs where the sandbox was left out: take an address or a credential from the configuration.',
  },
  {
    about: /^server\//,
    forbids: under('web/'),
    remedy: 'The server and the web meet in the contract: put it into domain/.',
  },
  {
    about: /^web\//,
    forbids: under('server/', 'sandbox/'),
    remedy: 'The web and the server meet in the contract: put it into domain/.',
  },
  {
    about: /^sandbox\//,
    forbids: under('server/', 'web/'),
    remedy: 'The sandbox stands in for strangers and knows nothing of our server: go through HTTP.',
  },
  {
    about: /^web\/src\/(ui|platform)\//,
    forbids: under('web/src/features/', 'web/src/routes/'),
    remedy: 'ui and platform know no feature: take it as a property, or move the component into the feature.',
  },
  {
    about: /^web\/src\/features\//,
    forbids: under('web/src/routes/'),
    remedy: 'Routes compose features and nobody imports them: move the shared part into the feature.',
  },
]

/** Who may import whom. */
export const layering: Rule = sources =>
  sources
    .filter(({ path }) => !isTest(path))
    .flatMap(importsOf)
    .flatMap(found =>
      layers
        .filter(
          ({ about, except, forbids }) =>
            about.test(found.from) && !except?.test(found.from) && forbids(found),
        )
        .map(({ remedy }) => ({ path: found.from, message: `imports ${found.specifier}. ${remedy}` })),
    )

const impure = /\b(Date\.now\(|new Date\(\)|Math\.random\(|Temporal\.Now\b|process\.|fetch\(|crypto\.)/

/** The domain has no clock, no randomness and no environment: the same input always gives the same result. */
export const pureDomain: Rule = eachSource(({ path, text }) => {
  if (!path.startsWith('domain/') || isTest(path)) return []
  const found = withoutComments(text).match(impure)
  return found ? [`uses ${found[1]}. Take the time, the identifier or the setting as an argument.`] : []
})
