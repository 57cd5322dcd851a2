import { Anchor, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ImportRow } from '#domain/imports/contract.ts'
import { ROWS_MAX } from '#domain/imports/limits.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import classes from './imports.module.css'
import { outcomeNames } from './outcome-names.ts'

type Props = {
  readonly rows: readonly ImportRow[]
  /** What a row is called. */
  readonly rowName: string
  /** The posts were deleted again: nothing leads to them. */
  readonly isUndone?: boolean
  /** The texts were removed: an empty one says nothing. */
  readonly isCleaned?: boolean
}

/** Rows of a table with what was found in them, or what became of them. */
export function ImportRows({ rows, rowName, isUndone = false, isCleaned = false }: Props) {
  return (
    // Wider than a phone only with long words; it then scrolls by itself, by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={classes.table} aria-label="Rows" tabIndex={0}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th style={{ textTransform: 'capitalize' }}>{rowName}</Table.Th>
            <Table.Th className={classes.message}>Message</Table.Th>
            <Table.Th>Result</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, ROWS_MAX).map(row => (
            <Table.Tr key={row.line} className={classes.row}>
              <Table.Td className={classes.line}>{row.line}</Table.Td>
              <Table.Td>
                <Text size="sm" lineClamp={2}>
                  {/* Fixed wording (docs/product/calendar.md "Texts"). */}
                  {row.message || (isCleaned ? '–' : 'Empty message')}
                </Text>
              </Table.Td>
              <Table.Td>
                <Result row={row} isLinked={!isUndone} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > ROWS_MAX && (
        <Text size="sm" c="dimmed">
          These are the first {ROWS_MAX.toLocaleString('en')} of {rows.length.toLocaleString('en')}.
        </Text>
      )}
    </section>
  )
}

function Result(props: { readonly row: ImportRow; readonly isLinked: boolean }) {
  const projectId = useProjectId()
  const { row, isLinked } = props
  const name = row.outcome && outcomeNames[row.outcome]
  return (
    <>
      {name && isLinked && row.post_id !== null ? (
        <Anchor
          size="sm"
          renderRoot={props => (
            <Link
              {...props}
              to="/$projectId/manage-post/$social"
              params={{ projectId, social: row.networks[0] ?? 'facebook' }}
              search={{ postId: row.post_id ?? undefined }}
            />
          )}
        >
          {name}
        </Anchor>
      ) : (
        name && <Text size="sm">{name}</Text>
      )}
      {[...row.problems, ...(row.reason === null ? [] : [row.reason])].map(problem => (
        <Text key={problem} size="sm" className={classes.problem}>
          {problem}
        </Text>
      ))}
      {row.notices.map(notice => (
        <Text key={notice} size="sm" c="dimmed">
          {notice}
        </Text>
      ))}
      {!name && row.problems.length === 0 && row.notices.length === 0 && (
        <Text size="sm" c="dimmed">
          Ready
        </Text>
      )}
    </>
  )
}
