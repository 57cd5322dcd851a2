import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { median, runsLine } from '../figures.ts'

const POSTS = 100
/** The longest side of a medium preview. */
const SIDE = 1080

type Way = 'proof' | 'plain' | 'none'
type Printed = {
  readonly milliseconds: number
  /** Of all threads, in milliseconds: what it takes on a machine that is not busy, at most. */
  readonly processor: number
  readonly megabytes: number
  readonly kilobytes: number
}

/**
 * A month of a hundred posts with pictures on paper: from the stored previews to the file, each time in a fresh process, beside a plain
 * document of the same texts and pictures.
 */
export async function* proofsSection({ runs }: { runs: number }): AsyncGenerator<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-proof-'))
  try {
    for (let number = 0; number < POSTS; number++) await makePreview(path.join(folder, `${number}.jpg`))
    const found: Record<Way, Printed[]> = { proof: [], plain: [], none: [] }
    for (let run = 0; run < runs; run++)
      for (const way of ['none', 'plain', 'proof'] as const) found[way].push(await printOnce(folder, way))
    const of = (way: Way, figure: keyof Printed) => found[way].map(printed => printed[figure])
    const loaded = median(of('none', 'megabytes'))
    const sizes = (['proof', 'plain'] as const).map(
      way => `${way} ${Math.round(median(of(way, 'kilobytes')))}`,
    )
    yield `  (${POSTS} posts with a picture each; kB: ${sizes.join(', ')})`
    yield runsLine(
      'the PDF of a proof',
      of('proof', 'milliseconds').map(each => each / 1000),
      ' s',
      { aim: { most: 5 } },
    )
    yield runsLine(
      'its time of a processor',
      of('proof', 'processor').map(each => each / 1000),
      ' s',
    )
    yield runsLine(
      'as a multiple of a plain one',
      of('proof', 'processor').map(each => each / median(of('plain', 'processor'))),
      '',
    )
    yield runsLine(
      'the most memory, beyond what is loaded',
      of('proof', 'megabytes').map(each => each - loaded),
      ' MB',
      { aim: { most: 250 } },
    )
    yield runsLine(
      'the same of a plain one',
      of('plain', 'megabytes').map(each => each - loaded),
      ' MB',
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Noise, which is the hardest to decode and to make small. */
const makePreview = (file: string): Promise<unknown> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: SIDE, height: 720, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 80 })
    .toFile(file)
}

const printOnce = async (folder: string, way: Way): Promise<Printed> => {
  const file = path.join(import.meta.dirname, 'print-process.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [file, folder, String(POSTS), way])
  return JSON.parse(stdout) as Printed
}
