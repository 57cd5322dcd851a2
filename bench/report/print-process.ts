import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { socialNetworks } from '#domain/networks/model.ts'
import { reportFigures } from '#domain/reports/figures.ts'
import { voiceOf } from '#domain/reports/languages.ts'
import type { ReportContent, SharedReport } from '#domain/reports/model.ts'
import { drawPictures } from '#server/features/reports/figures/read-pictures.ts'
import { printReport } from '#server/features/reports/pdf/print-report.ts'
import { makeTexts } from '../fill/texts.ts'

// One report in a process of its own, so that the most memory it ever had is this report's: `node print-process.ts <previews> <posts>`.

const [folder = '', posts = '100'] = process.argv.slice(2)

const texts = makeTexts(Number(posts))

const figure = (label: string, seed: number) => ({
  label,
  value: 12_345 + seed,
  previous: 11_000,
  change: 12.2,
  trailing: 11_900,
  daily: Array.from({ length: 31 }, (_, day) => 1_000 + ((day * 37 + seed * 11) % 400)),
})

const post = (number: number): ReportContent['posts'][number] => ({
  post_id: number,
  post_social_id: number,
  message: (texts[number] ?? '').slice(0, 200),
  social_network: socialNetworks[number % socialNetworks.length] ?? 'facebook',
  published_at: new Date(Date.UTC(2026, 4, 1, number % 24) + (number % 31) * 86_400_000).toISOString(),
  permalink: `https://example.com/${number}`,
  reach: number * 31,
  impressions: number * 47,
  likes: number,
  comments: 3,
  shares: 1,
  clicks: 2,
  rank: number === 7 ? 'best' : number === 9 ? 'worst' : null,
})

const side = {
  decisions: 90,
  median_minutes: 340,
  p90_minutes: 2_900,
  rounds_per_post: 1.3,
  late: 4,
  overdue: 0,
}
const numbers = Array.from({ length: Number(posts) }, (_, number) => number)
const report: SharedReport = {
  from: '2026-05-01',
  to: '2026-05-31',
  networks: [...socialNetworks],
  sent_at: '2026-06-01T08:00:00.000Z',
  reader_language: null,
  language: 'en-GB',
  goal: texts.slice(0, 2).join('\n'),
  reasons: texts.slice(2, 5).join('\n'),
  content: {
    agency_name: 'Bluebird Studio',
    project_name: 'Harbor Coffee',
    timezone: 'Europe/Berlin',
    networks: socialNetworks.map(network => ({
      social_network: network,
      figures: reportFigures[network].map(([, label], index) => figure(label, index)),
    })),
    suggestions: [],
    posts: numbers.map(post),
    approvals: { client: side, agency: side, not_out: [], coming: [] },
  },
}

const begun = performance.now()
const readKey = (key: string) => readFile(path.join(folder, key))
const keys = new Map(numbers.map(number => [number, `${number}.jpg`]))
const pictures = await drawPictures({ read: readKey }, report.content.posts, keys)
const voice = voiceOf(report.language)
const read = async () => ({ report, pictures, paper: 'a4' as const, at: new Date(), voice })
const pdf = await printReport(read, { userId: 1 })
const milliseconds = performance.now() - begun
// Linux counts it in kilobytes, whatever the page size.
const megabytes = process.resourceUsage().maxRSS / 1024
console.log(
  JSON.stringify({ milliseconds, megabytes, kilobytes: pdf.length / 1000, pictures: pictures.size }),
)
