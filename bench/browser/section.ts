import { line } from '../figures.ts'
import { fillMonth, monthAhead } from '../fill/month.ts'
import { copyPictures } from '../fill/pictures.ts'
import { memoryOf } from '../memory.ts'
import { findWaitingPost } from '../server/lists.ts'
import { removeStage, signIn, startStage, withDatabase } from '../stage.ts'
import { benchActions, benchPageMemory } from './actions.ts'
import { benchBytes, benchData } from './bytes.ts'
import { benchDeciding } from './deciding.ts'
import { benchOpening } from './opening.ts'
import { benchTyping } from './typing.ts'
import { buildPages, launch } from './windows.ts'

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
