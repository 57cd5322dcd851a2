import { ConfigError } from '#server/config.ts'

const LINE_BREAK = 10
/** A line that no row can be: in rows a backslash is doubled. */
const END_OF_ROWS = '\n\\.\n'

/** Reads a script line by line, and the rows of a table as they come. */
export type DumpReader = {
  /** Null at the end. */
  line(): Promise<string | null>
  /** What follows a line that begins a table, up to its end. To be read to the end before anything else is. */
  rows(): AsyncGenerator<Buffer>
}

export const readDump = (source: AsyncIterable<Buffer>): DumpReader => {
  const pieces = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const readMore = async (): Promise<boolean> => {
    const { value, done } = await pieces.next()
    if (done) return false
    rest = Buffer.concat([rest, value])
    return true
  }
  return {
    line: async () => {
      for (;;) {
        const end = rest.indexOf(LINE_BREAK)
        if (end >= 0) {
          const text = rest.subarray(0, end).toString()
          rest = rest.subarray(end + 1)
          return text
        }
        if (await readMore()) continue
        if (rest.length > 0) throw new ConfigError('The snapshot of the database ends within a line.')
        return null
      }
    },
    rows: async function* () {
      // With a line break before the first row, a table without rows ends like all others.
      rest = Buffer.concat([Buffer.from('\n'), rest])
      let skipped = 1
      for (;;) {
        const end = rest.indexOf(END_OF_ROWS)
        // The beginning of an end may be the last that has come so far.
        const upTo = end >= 0 ? end + 1 : rest.length - (END_OF_ROWS.length - 1)
        if (upTo > skipped) yield rest.subarray(skipped, upTo)
        if (upTo >= skipped) skipped = 0
        if (end >= 0) {
          rest = rest.subarray(end + END_OF_ROWS.length)
          return
        }
        if (upTo > 0) rest = rest.subarray(upTo)
        if (!(await readMore())) throw new ConfigError('The snapshot of the database ends within a table.')
      }
    },
  }
}
