import { cp } from 'node:fs/promises'
import path from 'node:path'
import { line } from '../figures.ts'
import { fillMonth, monthAhead, pictureKeys } from '../fill/month.ts'
import { memoryOf } from '../memory.ts'
import { findWaitingPost } from '../server/lists.ts'
import { removeStage, type Stage, signIn, startStage, withDatabase } from '../stage.ts'
import { benchActions, benchPageMemory } from './actions.ts'
import { benchBytes, benchData } from './bytes.ts'
import { benchDeciding } from './deciding.ts'
import { benchOpening } from './opening.ts'
import { benchTyping } from './typing.ts'
import { buildPages, launch } from './windows.ts'

/** Gives the month's photos the demo's files, so that the browser has pictures to load and to draw. */
const copyPictures = async (stage: Stage, projectId: number): Promise<void> => {
  const { rows } = await withDatabase(stage, client =>
    client.query<{ storage_key: string }>(
      'select storage_key from medias where has_previews and project_id <> $1 order by id limit 10',
      [projectId],
    ),
  )
  const folder = path.join(stage.dataDir, 'media')
  for (const [n, key] of pictureKeys(projectId).entries()) {
    const from = rows[n % rows.length]
    if (from) await cp(path.join(folder, from.storage_key), path.join(folder, key), { recursive: true })
  }
}

/** What people see, in Chromium: at this machine's speed and four times slower. */
export async function* browserSection({ runs }: { runs: number }): AsyncGenerator<string> {
  buildPages()
  const stage = await startStage()
  const browser = await launch()
  try {
    yield* benchBytes(browser, stage)
    yield* benchDeciding(browser, stage, { runs })
    const month = monthAhead(new Date())
    const projectId = await withDatabase(stage, client => fillMonth(client, month))
    await copyPictures(stage, projectId)
    const token = await signIn(stage, 'ada@bluebird.example')
    const date = `${month.start.slice(0, 8)}15`
    const address = `${stage.url}/${projectId}/calendar?date=${date}`
    yield* benchData(browser, stage, { projectId, postId: await findWaitingPost(stage, projectId), date })
    yield* benchOpening(browser, { address, token, runs })
    yield* benchActions(browser, { address, token, runs })
    yield* benchTyping(browser, { url: stage.url, token })
    yield* benchPageMemory(browser, { address, token })
    const used = memoryOf(stage)
    if (used)
      yield line('memory of Galley and its database after that', used.total, ' MB', { aim: { most: 300 } })
  } finally {
    await browser.close()
    await stage.stop()
    await removeStage(stage)
  }
}
