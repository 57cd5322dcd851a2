import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { approvalLifecycle } from '#domain/approvals/status.ts'
import type { Lifecycle } from '#domain/kernel/lifecycle.ts'
import { permissionTable, roles } from '#domain/permissions/table.ts'
import { postSocialLifecycle } from '#domain/posts/lifecycle.ts'
import { badges } from '#domain/posts/status.ts'
import { failureReasons, publicationLifecycle } from '#domain/publishing/status.ts'
import { configVariables } from '#server/config.ts'

// The pages of docs/ that are generated from the code: `node tools/docs.ts` writes them, and a test fails when they are out of date.

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

const lifecycles = (): string => `# Lifecycles

Generated from the tables of the lifecycles in \`domain/src\` by \`tools/docs.ts\`. One function, \`move()\`, applies them.

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

Generated from \`domain/src/permissions/table.ts\` by \`tools/docs.ts\`. An empty cell means no.

| action | ${roles.join(' | ')} |
|---|${roles.map(() => '---').join('|')}|
${Object.entries(permissionTable)
  .map(([action, grant]) => `| \`${action}\` | ${roles.map(role => cellOf(grant, role)).join(' | ')} |`)
  .join('\n')}
`

/** A variable's default: what the schema returns without a value. */
const defaultOf = (schema: { safeParse(value: unknown): { success: boolean; data?: unknown } }): string => {
  const { success, data } = schema.safeParse(undefined)
  return success && data !== undefined ? `\`${Array.isArray(data) ? data.join(',') : String(data)}\`` : ''
}

const configuration = (): string => `# Configuration

Generated from \`server/src/config.ts\` by \`tools/docs.ts\`. All variables are read once at startup; all errors are reported together.

| variable | default | meaning |
|---|---|---|
${Object.entries(configVariables)
  .map(([name, schema]) => `| \`${name}\` | ${defaultOf(schema)} | ${schema.description ?? ''} |`)
  .join('\n')}
`

/** The generated pages: path below docs/, and text. */
export const generatedPages = (): readonly { file: string; text: string }[] => [
  { file: 'lifecycles.md', text: lifecycles() },
  { file: 'permissions.md', text: permissions() },
  { file: 'guides/configuration.md', text: configuration() },
]

/** The path of a generated page. */
export const pagePath = (file: string): string => path.join(import.meta.dirname, '../docs', file)

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
