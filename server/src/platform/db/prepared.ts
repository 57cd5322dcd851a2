import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'

/**
 * Marks a statement that every page or call needs: PostgreSQL keeps its plan, one for each connection, where it otherwise plans it anew
 * each time, which takes longer than running it (decision 44). Its text must always be the same, so lists are passed as one array, and
 * name its columns: one with `*` fails while a migration of a newer version adds some. Not for statements whose best plan depends on
 * the values.
 */
export const prepared: RawBuilder<never> = sql`/* prepared */`

const MARK = '/* prepared */'
/** A bound against a marked statement whose text varies after all. */
const NAMES_MAX = 200
const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= NAMES_MAX) return known
  const name = createHash('sha1').update(text).digest('hex')
  names.set(text, name)
  return name
}

type Query = (...given: readonly unknown[]) => unknown

/** The driver's client, which prepares the marked statements under a name of their own. */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this) as Query
    const prepare: Query = (text, values, ...more) => {
      const name = typeof text === 'string' && text.includes(MARK) ? nameOf(text) : undefined
      return name === undefined ? query(text, values, ...more) : query({ name, text, values }, ...more)
    }
    this.query = prepare as typeof this.query
  }
}
