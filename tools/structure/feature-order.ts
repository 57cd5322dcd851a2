import { type Import, importsOf } from './imports.ts'
import { isTest, type Rule } from './source.ts'

type Area = { readonly folder: string; readonly order: readonly string[] }

/**
 * Features from the first to the last. Each imports only the ones before it, so that a reader never has to
 * know a later feature to understand an earlier one.
 */
export const areas: readonly Area[] = [
  {
    // The permission table comes first: it imports nothing, and endpoints (kernel) name its actions.
    folder: 'domain/src/',
    order: [
      'permissions',
      'kernel',
      'networks',
      'bin',
      'billing',
      'media',
      'designs',
      'social-accounts',
      'projects',
      'accounts',
      'team',
      'agencies',
      'schedules',
      'posts',
      'duplication',
      'series',
      'marks',
      'notes',
      'approvals',
      'approval-links',
      'publishing',
      'chat',
      'notifications',
      'analytics',
      'reports',
      'certificates',
      'proofs',
      'labels',
      'campaigns',
      'calendar',
      'calendar-feeds',
      'hashtags',
      'archives',
      'imports',
      'content',
      'secret-addresses',
      'status',
    ],
  },
  {
    folder: 'server/src/features/',
    order: [
      'billing',
      'media',
      'designs',
      'social-accounts',
      'projects',
      'posts',
      'marks',
      'notes',
      'approvals',
      'writing',
      'approval-links',
      'publishing',
      'archived-projects',
      'chat',
      'notifications',
      'analytics',
      'reports',
      // Prints with the look of reports.
      'certificates',
      'proofs',
      'schedules',
      'duplication',
      'series',
      'labels',
      'campaigns',
      'calendar',
      'board',
      'calendar-feeds',
      'hashtags',
      'archives',
      'imports',
      'content',
      'bin',
      'secret-addresses',
      'team',
      // Moves a project with whatever belongs to it.
      'hand-overs',
      'agencies',
      'accounts',
      // Has all tables, whosever they are.
      'backups',
      // Says how all of it is.
      'status',
    ],
  },
  {
    // Wizards, editor, calendar and navigation combine the features before them.
    folder: 'web/src/features/',
    order: [
      // Before the pages of a person and of an agency, which list them.
      'secret-addresses',
      'accounts',
      'archives',
      // Before what it sets a price on: people and accounts.
      'billing',
      'projects',
      'team',
      'social-accounts',
      'agencies',
      'onboarding',
      'bin',
      'labels',
      'hashtags',
      'media',
      'designs',
      'schedules',
      'posts',
      'duplication',
      // Repeats the posts of a campaign.
      'campaigns',
      'series',
      'marks',
      'notes',
      // Before the pages that offer one.
      'certificates',
      'proofs',
      'approvals',
      'approval-links',
      'publishing',
      'archived-projects',
      'hand-overs',
      'chat',
      'notifications',
      'analytics',
      'reports',
      'editor',
      'bulk-edits',
      'calendar',
      'calendar-feeds',
      'content',
      'imports',
      'board',
      'status',
      'navigation',
    ],
  },
  {
    // The stand-ins: what all share, Meta's part of its two networks, then each of them.
    folder: 'sandbox/src/',
    order: [
      'platform',
      'pages',
      'meta',
      'facebook',
      'instagram',
      'graph',
      'linkedin',
      'twitter',
      'identity',
      'cards',
      'design',
      'push',
      'mail',
      'chat',
      'testing',
    ],
  },
]

/** The feature of an area that a path is in, or undefined. */
const featureOf = ({ folder }: Area, path: string): string | undefined => {
  const [feature, ...inside] = path.startsWith(folder) ? path.slice(folder.length).split('/') : []
  return inside.length > 0 ? feature : undefined
}

/** Features have an order, and each imports only earlier ones. Tests may import any. */
export const featureOrder: Rule = sources => {
  const imports = sources.filter(({ path }) => !isTest(path)).flatMap(importsOf)
  return areas.flatMap(area => [
    ...unplaced(area, new Set(sources.flatMap(({ path }) => featureOf(area, path) ?? []))),
    ...imports.flatMap(found => laterImport(area, found)),
  ])
}

const unplaced = ({ folder, order }: Area, present: ReadonlySet<string>) =>
  [...present]
    .filter(feature => !order.includes(feature))
    .map(feature => ({
      path: `${folder}${feature}/`,
      message: `"${feature}" has no place among the features (${order.join(', ')}). Put it there in tools/structure/feature-order.ts, and describe a new feature in docs/product.`,
    }))

const laterImport = (area: Area, { from, specifier, target }: Import) => {
  const own = area.order.indexOf(featureOf(area, from) ?? '')
  const other = area.order.indexOf(target === null ? '' : (featureOf(area, target) ?? ''))
  if (own < 0 || other <= own) return []
  const [feature, later] = [area.order[own], area.order[other]]
  return [
    {
      path: from,
      message: `imports ${specifier}, but "${later}" comes after "${feature}". Move what both need into "${feature}" or an earlier feature, or let "${later}" react to an event.`,
    },
  ]
}
