import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { metricSources } from '#domain/analytics/metric-sources.ts'
import { metrics } from '#domain/analytics/metrics.ts'
import { approvalLifecycle } from '#domain/approvals/status.ts'
import {
  GRACE_DAYS,
  PUBLISHING_DAYS,
  reminderDays,
  subscriptionLifecycle,
  subscriptionRights,
} from '#domain/billing/lifecycle.ts'
import type { Lifecycle } from '#domain/kernel/lifecycle.ts'
import type { ToldEventType } from '#domain/kernel/live-events.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { kindDetails, type NotificationKind, notificationKinds } from '#domain/notifications/kinds.ts'
import { type Relation, relations, whoIsTold } from '#domain/notifications/who-is-told.ts'
import { permissionTable, roles } from '#domain/permissions/table.ts'
import { postSocialLifecycle } from '#domain/posts/lifecycle.ts'
import { badges } from '#domain/posts/status.ts'
import { failureReasons, publicationLifecycle } from '#domain/publishing/status.ts'
import { variables } from '#server/config-variables.ts'
import { mailLifecycle } from '#server/platform/mail/status.ts'

// The pages of docs/ that are generated from the code: `node tools/generators/docs.ts` writes them, and a test fails when they are out of date.

const diagram = <S extends string, E extends string>(lifecycle: Lifecycle<S, E>): string => {
  const arrows = (Object.entries(lifecycle.events) as [E, { from: readonly S[]; to: S }][]).flatMap(
    ([event, { from, to }]) => from.map(state => `  ${state} --> ${to}: ${event}`),
  )
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...lifecycle.initial.map(state => `  [*] --> ${state}`),
    ...arrows,
    '```',
  ].join('\n')
}

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')

const lifecycles = (): string => `# Lifecycles

Generated from the tables of the lifecycles by \`tools/generators/docs.ts\`: those of the product are in \`domain/src\` and applied by one function, \`move()\`; that of mails is in \`server/src/platform/mail/status.ts\` and applied by \`moveMail()\`.

## Post social

${diagram(postSocialLifecycle)}

| status | badge |
|---|---|
${Object.entries(badges)
  .map(([status, { text, tone }]) => `| \`${status}\` | ${text} (${tone}) |`)
  .join('\n')}

## Approval round

${diagram(approvalLifecycle)}

## Publication

${diagram(publicationLifecycle)}

| failure reason | text | next step |
|---|---|---|
${Object.entries(failureReasons)
  .map(([reason, { text, nextStep }]) => `| \`${reason}\` | ${text} | ${nextStep} |`)
  .join('\n')}

## Subscription

The gateway moves it; \`grace_ended\` comes ${GRACE_DAYS} days after a failed payment.

${diagram(subscriptionLifecycle)}

| status | write | publish what was scheduled before | export | pay |
|---|---|---|---|---|
${Object.entries(subscriptionRights)
  .map(
    ([status, rights]) =>
      `| \`${status}\` | ${yesNo(rights.write)} | ${rights.publish === 'always' ? 'yes' : `for ${PUBLISHING_DAYS} days`} | ${yesNo(rights.export)} | ${yesNo(rights.pay)} |`,
  )
  .join('\n')}

Mails to the admins on day ${reminderDays.join(', ')} after a failed payment.

## Mail

A try that the mail server defers leaves a mail queued, for two days. An agency's admins may send a failed one again, or discard it.

${diagram(mailLifecycle)}
`

const cellOf = (
  grant: { roles: readonly string[]; managed?: readonly string[]; skipping?: readonly string[] },
  role: string,
) => {
  if (grant.roles.includes(role)) return 'yes'
  if (grant.managed?.includes(role)) return 'as Content Manager'
  return grant.skipping?.includes(role) ? 'with Skip Approval & Schedule' : ''
}

const permissions = (): string => `# Permissions

Generated from \`domain/src/permissions/table.ts\` by \`tools/generators/docs.ts\`. An empty cell means no.

| action | ${roles.join(' | ')} |
|---|${roles.map(() => '---').join('|')}|
${Object.entries(permissionTable)
  .map(([action, grant]) => `| \`${action}\` | ${roles.map(role => cellOf(grant, role)).join(' | ')} |`)
  .join('\n')}
`

const rulesOf = (
  type: ToldEventType,
): readonly { relation: Relation; roles: readonly string[]; kind: NotificationKind }[] => whoIsTold[type]

const notifications = (): string => `# Notifications

Generated from \`domain/src/notifications\` by \`tools/generators/docs.ts\`. The first rule of an event that fits a person counts; nobody is told of what they did themselves or may not see.

| event | told to whoever | role | kind |
|---|---|---|---|
${(Object.keys(whoIsTold) as ToldEventType[])
  .flatMap(type =>
    rulesOf(type).map(
      ({ relation, roles: told, kind }) =>
        `| \`${type}\` | ${relations[relation]} | ${told.join(', ')} | ${kind} |`,
    ),
  )
  .join('\n')}

| kind | number | about | name in the settings | mails come, unless a person chooses |
|---|---|---|---|---|
${notificationKinds
  .map(kind => {
    const { id, type, name, mode } = kindDetails[kind]
    const when = mode === null ? 'always, and at once' : mode === 'immediate' ? 'at once' : 'every hour'
    return `| ${kind} | ${id} | ${type === 'account' ? 'the account' : 'one project'} | ${name} | ${when} |`
  })
  .join('\n')}
`

/** A variable's default, as it would be typed: what the schema returns without a value may be in another unit. */
const defaultOf = (schema: z.ZodType): string => {
  if (schema instanceof z.ZodPrefault) return `\`${schema.def.defaultValue}\``
  const { success, data } = schema.safeParse(undefined)
  return success && data !== undefined ? `\`${Array.isArray(data) ? data.join(',') : String(data)}\`` : ''
}

const configuration = (): string => `# Configuration

Generated from \`server/src/config.ts\` by \`tools/generators/docs.ts\`. All variables are read once at startup; all errors are reported together.

| variable | default | meaning |
|---|---|---|
${Object.entries(variables.shape)
  .map(([name, schema]) => `| \`${name}\` | ${defaultOf(schema)} | ${schema.description ?? ''} |`)
  .join('\n')}
`

const metricRow = (
  { name, series, kind, from }: { name: string; series: string; kind: string; from: string | null },
  sources: Readonly<Record<string, { call: string; since: string | null; note: string }>>,
): string => {
  const { call = '', since = null, note = '' } = sources[name] ?? {}
  return `| \`${name}\` | ${from === null ? 'dropped' : `\`${from}\``} | \`${call}\` | ${since ?? ''} | ${kind}, ${series} | ${note} |`
}

const metricsPage = (): string => `# Metrics

Generated from \`domain/src/analytics/metrics.ts\` and \`metric-sources.ts\` by \`tools/generators/docs.ts\`. The product's names and what the networks answer for them today. An empty "since" means that the name has not changed or the day is not known.

${socialNetworks
  .map(
    network => `## ${networkNames[network]}

| metric | today | call | since | kind, series | note |
|---|---|---|---|---|---|
${metrics[network].map(metric => metricRow(metric, metricSources[network])).join('\n')}
`,
  )
  .join('\n')}`

/** The generated pages: path below docs/, and text. */
export const generatedPages = (): readonly { file: string; text: string }[] => [
  { file: 'lifecycles.md', text: lifecycles() },
  { file: 'permissions.md', text: permissions() },
  { file: 'notifications.md', text: notifications() },
  { file: 'guides/configuration.md', text: configuration() },
  { file: 'metrics.md', text: metricsPage() },
]

/** The path of a generated page. */
export const pagePath = (file: string): string => path.join(import.meta.dirname, '../../docs', file)

/** The generated pages that are out of date. */
export const stalePages = (): string[] =>
  generatedPages()
    .filter(({ file, text }) => {
      try {
        return readFileSync(pagePath(file), 'utf8') !== text
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
        throw error
      }
    })
    .map(({ file }) => file)

if (import.meta.main) for (const { file, text } of generatedPages()) writeFileSync(pagePath(file), text)
