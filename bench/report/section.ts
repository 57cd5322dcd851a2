import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { runsLine } from '../figures.ts'

const POSTS = 100
/** The longest side of a small preview. */
const SIDE = 320

type Printed = {
  readonly milliseconds: number
  readonly megabytes: number
  readonly kilobytes: number
  readonly pictures: number
}

/** A month of a hundred posts with pictures as a PDF: from the stored previews to the file, each time in a fresh process. */
export async function* reportSection({ runs }: { runs: number }): AsyncGenerator<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-report-'))
  try {
    for (let number = 0; number < POSTS; number++) await makePreview(path.join(folder, `${number}.jpg`))
    const printed: Printed[] = []
    for (let run = 0; run < runs; run++) printed.push(await printOnce(folder))
    const [first] = printed
    yield `  (${POSTS} posts, ${first?.pictures} pictures, ${Math.round(first?.kilobytes ?? 0)} kB)`
    yield runsLine(
      'the PDF of a report',
      printed.map(({ milliseconds }) => milliseconds / 1000),
      ' s',
      { aim: { most: 3 } },
    )
    yield runsLine(
      'the most memory of its process',
      printed.map(({ megabytes }) => megabytes),
      ' MB',
      { aim: { most: 200 } },
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Noise, which is the hardest to decode and to make small. */
const makePreview = (file: string): Promise<unknown> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: SIDE, height: 213, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 80 })
    .toFile(file)
}

const printOnce = async (folder: string): Promise<Printed> => {
  const file = path.join(import.meta.dirname, 'print-process.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [file, folder, String(POSTS)])
  return JSON.parse(stdout) as Printed
}
