import { readFileSync } from 'node:fs'
import { benchBundles } from './bundles.ts'
import { benchCalendar } from './calendar.ts'
import { benchDrafts } from './drafts.ts'
import { removeStage, startStage } from './stage.ts'
import { benchThumbnails } from './thumbnails.ts'

// npm run bench [seconds]: prints figures, asserts nothing; these machines are noisy, so compare ratios of one run.
const seconds = Number(process.argv[2] ?? 5)

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const first = await startStage()
console.log(`${'first start, with the demo agency'.padEnd(34)} ${(first.startMs / 1000).toFixed(2)} s`)
await first.stop()
const stage = await startStage(first.dataDir)
try {
  console.log(
    `${'warm start to the first answer'.padEnd(34)} ${(stage.startMs / 1000).toFixed(2)} s   aim 5 s`,
  )
  await new Promise(resolve => setTimeout(resolve, 3000))
  if (process.platform === 'linux')
    console.log(`${'idle memory, web and worker'.padEnd(34)} ${residentMegabytes(stage.pid).toFixed(0)} MB`)
  for (const bench of [
    () => benchCalendar(stage, seconds),
    () => benchDrafts(stage, seconds),
    () => benchThumbnails(stage, seconds),
    () => benchBundles(stage),
  ])
    for (const line of await bench()) console.log(line)
} finally {
  await stage.stop()
  await removeStage(stage)
}
