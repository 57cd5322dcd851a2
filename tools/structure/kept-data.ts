import { isTest, type Rule } from './source.ts'

const schemaPath = 'server/src/platform/db/schema.ts'
const page = 'docs/guides/kept-data.md'

const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** The page's rows of tables: their names in the first column, and the jobs in the last one of four. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => line.split('|').slice(1, -1))
    .map(([tables = '', , , jobs = '']) => ({ tables: namesIn(tables), jobs: namesIn(jobs) }))

/** Each table stands once on the page that says how long its rows are kept, and each job there is one. */
export const tablesAreKept: Rule = sources => {
  const textOf = (wanted: string) => sources.find(({ path }) => path === wanted)?.text ?? ''
  const tables = [...textOf(schemaPath).matchAll(/^ {2}(\w+): \{$/gm)].map(([, name = '']) => name)
  const rows = rowsOf(textOf(page))
  const named = rows.flatMap(row => row.tables)
  const queues = new Set(
    sources
      .filter(({ path }) => path.startsWith('server/src/') && !isTest(path))
      .flatMap(({ text }) => [...text.matchAll(/\bname: '([\w-]+)'/g)].map(([, name = '']) => name)),
  )
  const say = (message: string) => ({ path: page, message })
  return [
    ...tables
      .filter(table => !named.includes(table))
      .map(table =>
        say(
          `does not name ${table}. Say what adds rows to it, how long they are kept and which job deletes them.`,
        ),
      ),
    ...named
      .filter((table, index) => !tables.includes(table) || named.indexOf(table) !== index)
      .map(table =>
        say(`names ${table}, which is ${tables.includes(table) ? 'there twice' : 'no table'}. Remove it.`),
      ),
    ...rows
      .flatMap(({ jobs }) => jobs)
      .filter(job => !queues.has(job))
      .map(job => say(`names the job ${job}, which does not exist. Name the one that deletes the rows.`)),
  ]
}
