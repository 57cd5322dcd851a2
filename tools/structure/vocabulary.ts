import { eachSource, isTest, type Rule } from './source.ts'

/** The product's features: the same names in domain, server and web. A new one also gets a line in docs/glossary.md. */
const features = [
  'accounts',
  'agencies',
  'analytics',
  'approvals',
  'billing',
  'calendar',
  'hashtags',
  'labels',
  'live',
  'media',
  'notes',
  'notifications',
  'posts',
  'projects',
  'publishing',
  'schedules',
  'social-accounts',
  'team',
]

/** Where features live, the files each may hold, the folders in them open to any file, and what beside is no feature. */
type Place = { folder: string; files: string[]; open: string[]; others: string[] }

const places: Place[] = [
  {
    folder: 'domain/src/',
    files: ['model.ts', 'rules.ts', 'status.ts', 'contract.ts'],
    open: [],
    // Not features but the ground under them.
    others: ['kernel', 'networks', 'permissions'],
  },
  {
    folder: 'server/src/features/',
    files: ['routes.ts', 'commands.ts', 'queries.ts', 'reactions.ts', 'jobs.ts'],
    open: [],
    others: [],
  },
  { folder: 'web/src/features/', files: ['api.ts'], open: ['components'], others: [] },
]

/** A feature folder, and each folder in it, holds only the file names that a newcomer can guess. */
export const closedVocabulary: Rule = eachSource(({ path }) => {
  const place = places.find(({ folder }) => path.startsWith(folder))
  if (!place) return []
  const [feature = '', ...rest] = path.slice(place.folder.length).split('/')
  if (place.others.includes(feature)) return []
  const file = rest.at(-1)
  if (file === undefined) return [`lies beside the features. Put it into the feature it belongs to.`]
  if (!features.includes(feature)) {
    return [
      `"${feature}" is no feature. Use one of ${features.join(', ')}, or name the new one in tools/structure/vocabulary.ts and docs/glossary.md.`,
    ]
  }
  if (isTest(path) || place.files.includes(file) || rest.some(folder => place.open.includes(folder)))
    return []
  const allowed = [...place.files, ...place.open.map(folder => `${folder}/`)].join(', ')
  return [
    `is not in the vocabulary (${allowed}). Move its content into one of these, or make a sub-folder named after the use case that repeats them.`,
  ]
})

const emptyNames = ['utils', 'util', 'helpers', 'helper', 'common', 'service', 'services', 'manager', 'misc']

/** A name says what is inside; these say only that somebody did not know where to put it. */
export const tellingNames: Rule = eachSource(({ path }) => {
  if (!/\.(ts|tsx|mjs|css)$/.test(path)) return []
  const problems: string[] = []
  for (const segment of path.split('/')) {
    const [name = ''] = segment.split('.')
    const lastWord = name.split('-').at(-1) ?? ''
    if (emptyNames.includes(lastWord)) {
      problems.push(`has "${lastWord}" in its path. Name it after what it does, in the product's words.`)
    }
    if (segment && !/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(segment)) {
      problems.push(`"${segment}" is not kebab-case. Rename it: small letters, digits and hyphens.`)
    }
  }
  if (/\/index\.tsx?$/.test(path)) {
    problems.push(
      'is a barrel or hides its name. Import the files themselves, or name it after what it does.',
    )
  }
  return problems
})
