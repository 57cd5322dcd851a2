import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { tableText } from '#domain/kernel/table-text.ts'
import { saveFile } from '#web/ui/save-file.ts'
import classes from './analytics.module.css'

/** The figures behind a chart. */
export type Figures = {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly name: string
    readonly cells: readonly ReactNode[]
    /** The same for a file: the first day and numbers that a spreadsheet can count with. */
    readonly saved: readonly (string | number | null)[]
  }[]
}

/** The figures behind a chart, in words. */
export function FigureTable({ title, columns, rows }: Figures) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who uses the keyboard has to be able to scroll it
    <section className={classes.table} aria-label={`Figures: ${title}`} tabIndex={0}>
      <Table stickyHeader fz="sm">
        <Table.Thead>
          <Table.Tr>
            {columns.map(column => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, cells }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={450}>
                {name}
              </Table.Th>
              {cells.map((cell, index) => (
                <Table.Td key={columns[index + 1]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** Offers the figures as a file. */
export const saveFigures = ({ title, columns, rows }: Figures): void =>
  saveFile(
    `${title.toLowerCase().replaceAll(' ', '-')}.csv`,
    tableText([columns, ...rows.map(({ saved }) => saved.map(cell => cell ?? ''))]),
  )
