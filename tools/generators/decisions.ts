import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { areas, type Record, readRecord } from '../structure/decisions.ts'

const folder = path.join(import.meta.dirname, '../../docs/decisions')

const records = (): Record[] =>
  readdirSync(folder).flatMap(file => {
    const found = readRecord(`docs/decisions/${file}`, readFileSync(path.join(folder, file), 'utf8'))
    return found ? [found] : []
  })

const lineOf = ({ number, title, file, status, date }: Record): string =>
  `- [${number}. ${title}](${file})${status === 'accepted' ? '' : ` (${status.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/[[\]]/g, '')})`}, ${date}`

/** Numbers below the last that no record has, with neighbours as one: `88–102`. */
const missing = (numbers: readonly number[]): string => {
  const last = Math.max(...numbers)
  const free = Array.from({ length: last }, (_, index) => index + 1).filter(each => !numbers.includes(each))
  const runs: number[][] = []
  for (const each of free) {
    const run = runs.at(-1)
    if (run?.at(-1) === each - 1) run.push(each)
    else runs.push([each])
  }
  return runs.map(run => (run.length > 1 ? `${run[0]}–${run.at(-1)}` : `${run[0]}`)).join(', ')
}

/** The index of the decisions by area (docs/decisions/README.md). */
export const decisionIndex = (): string => {
  const all = records()
  return `# Decisions

Why something is built as it is: one choice a record, with its context and what follows from it. The product's own rules are in [docs/product](../product/README.md).

A choice that is reversed gets a new record, which names the old one; the old one's status names the new. Generated from the records by \`npm run docs\`.

${areas
  .map(area => {
    const own = all.filter(record => record.area === area).sort((one, other) => one.number - other.number)
    return `## ${area}\n\n${own.map(lineOf).join('\n')}\n`
  })
  .join('\n')}
## Numbers without a record

${missing(all.map(({ number }) => number))}. Engineers who work at the same time take a range of numbers each; what is left of a range is not used again, so that a number never means two things.
`
}
