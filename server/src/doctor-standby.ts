import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { readPosition, whyUnread } from '#server/platform/db/standby.ts'
import type { Finding } from './doctor-finding.ts'
import { makeLog } from './platform/log.ts'

const what = 'standby'

/** Whether the standby that reads may go to can be read from at this moment. */
export const checkStandby = async (
  { DATABASE_READ_URL: standbyUrl }: Config,
  url: string,
): Promise<Finding[]> => {
  if (standbyUrl === undefined) return []
  const log = makeLog('silent')
  const primary = openDatabase({ url, max: 1, log })
  const standby = openDatabase({ url: standbyUrl, max: 1, log, isSpare: true })
  try {
    const why = await whyUnread(standby.db, await readPosition(primary.db))
    return why === null
      ? [{ what, state: 'fine', text: 'has everything that was committed' }]
      : [{ what, state: 'note', text: `not read from: ${why}` }]
  } catch (error) {
    const text = error instanceof Error ? error.message || error.name : String(error)
    const remedy = 'Until DATABASE_READ_URL leads to a standby, everything is read from the primary.'
    return [{ what, state: 'wrong', text, remedy }]
  } finally {
    await primary.close()
    await standby.close()
  }
}
