import type { ReactNode } from 'react'
import type { ReportWords } from '#domain/reports/words.ts'
import classes from './report-table.module.css'

type Row = {
  readonly key: number
  readonly title: ReactNode
  readonly cells: readonly (string | number)[]
}
type TableProps = { name: string; columns: readonly string[]; words: ReportWords; rows: readonly Row[] }

/** A list of a report. On a phone each row is a block with the names of its columns, since seven columns side by side would be cut. */
export function Table({ name, columns, words, rows }: TableProps) {
  const heads = columns.map(column => words.say(column))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and the keyboard must be able to scroll it
    <section className={classes.box} aria-label={name} tabIndex={0}>
      <table className={classes.table}>
        <caption>{name}</caption>
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, title, cells }) => (
            <tr key={key}>
              <th scope="row">{title}</th>
              {cells.map((cell, index) => (
                <td key={heads[index + 1]} data-head={heads[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
