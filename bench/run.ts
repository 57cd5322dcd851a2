import { parseArgs } from 'node:util'
import { leaveNothing } from '../tools/suite/leave-nothing.ts'
import { analyticsSection } from './analytics/section.ts'
import { backupsSection } from './backups/section.ts'
import { boardSection } from './board.ts'
import { browserSection } from './browser/section.ts'
import { floodSection } from './flood/section.ts'
import { historySection } from './history/section.ts'
import { jobsSection } from './jobs/section.ts'
import { mailsSection } from './mails/section.ts'
import { migrationsSection } from './migrations.ts'
import { proofsSection } from './proofs/section.ts'
import { reportSection } from './report/section.ts'
import { serverSection } from './server/section.ts'
import { startSection } from './start.ts'
import { burstSection } from './viewers/section.ts'

// npm run bench -- --only server,browser,jobs,burst,flood,mails,history,report,proofs,analytics,backups,migrations,board,start --seconds 5 --runs 5 --posts 1000000 --points 50000000 --accounts 20000:
// prints figures beside their aims and asserts nothing. Machines are noisy: compare the ratios of one run.
leaveNothing()
const { values } = parseArgs({
  options: {
    only: {
      type: 'string',
      default:
        'server,browser,jobs,burst,flood,mails,history,report,proofs,analytics,backups,migrations,board,start',
    },
    seconds: { type: 'string', default: '6' },
    runs: { type: 'string', default: '5' },
    posts: { type: 'string', default: '1000000' },
    points: { type: 'string', default: '5000000' },
    accounts: { type: 'string', default: '20000' },
  },
})
const options = {
  seconds: Number(values.seconds),
  runs: Number(values.runs),
  posts: Number(values.posts),
  points: Number(values.points),
  accounts: Number(values.accounts),
}

type Section = (given: typeof options) => AsyncGenerator<string>
const sections: Readonly<Record<string, Section>> = {
  server: serverSection,
  browser: browserSection,
  jobs: jobsSection,
  burst: burstSection,
  flood: floodSection,
  mails: mailsSection,
  history: historySection,
  report: reportSection,
  proofs: proofsSection,
  analytics: analyticsSection,
  backups: backupsSection,
  migrations: migrationsSection,
  board: boardSection,
  start: startSection,
}

for (const name of values.only.split(',')) {
  const section = sections[name]
  if (!section) throw new Error(`no section ${name}: ${Object.keys(sections)}`)
  console.log(`\n${name}`)
  const begun = performance.now()
  for await (const text of section(options)) console.log(`  ${text}`)
  console.log(`  (${((performance.now() - begun) / 1000).toFixed(0)} s)`)
}
