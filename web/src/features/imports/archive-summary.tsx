import { Text } from '@mantine/core'
import type { PostImport } from '#domain/imports/contract.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { networkNames } from '#domain/networks/names.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { countOfRows } from './row-names.ts'

const list = new Intl.ListFormat('en-GB')

type Props = { readonly found: PostImport }

const counted = (count: number, one: string): string[] => (count === 0 ? [] : [countText(count, one)])

/** What an export of a project brings, and what it does not. (docs/product/project-export.md "Importing an export") */
export function ArchiveSummary({ found }: Props) {
  const timezone = useTimezone()
  const { archive } = found
  if (!archive) return null
  const made = [
    ...counted(archive.labels, 'label'),
    ...counted(archive.hashtag_pools, 'hashtag pool'),
    ...counted(archive.campaigns, 'campaign'),
  ]
  const networks = archive.unconnected.map(network => networkNames[network])
  return (
    <div>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <strong>{found.file_name}</strong> · {countOfRows(found, found.total)} of {archive.project_name} ·
        dates and times in {timezone}
      </Text>
      <Text size="sm" c="dimmed">
        All posts come as drafts, whatever they were. Notes and approvals stay in the file.
        {made.length > 0 && ` ${list.format(made)} are added where they are missing.`}
      </Text>
      {networks.length > 0 && (
        <Text size="sm">
          {list.format(networks)} {networks.length === 1 ? 'is' : 'are'} not connected to this project.
          Connect
          {networks.length === 1 ? ' it' : ' them'} first, or the versions for {list.format(networks)} are
          left out.
        </Text>
      )}
    </div>
  )
}
