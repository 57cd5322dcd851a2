import { parseArgs } from 'node:util'
import { leaveNothing } from '../tools/suite/leave-nothing.ts'
import { fillHistory } from './history/fill.ts'
import { type Case, runCase } from './publishing/cases.ts'
import { openStand, withClient } from './publishing/stand.ts'

// npm run bench:publish -- --posts 10000 --workers 1 --cases burst,steady,hangs,large --history 1000000: prints figures, asserts nothing.
leaveNothing()
const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '1' },
    history: { type: 'string', default: '0' },
    cases: { type: 'string', default: 'burst,steady,hangs,large' },
  },
})
const posts = Number(values.posts)
const cases: Readonly<Record<string, Case>> = {
  burst: { name: `${posts} posts due in one minute`, posts, rounds: 1, hangs: 0, large: 0, calendar: true },
  steady: {
    name: '300 posts a minute, two minutes',
    posts: Math.min(300, posts),
    rounds: 2,
    hangs: 0,
    large: 0,
    calendar: false,
  },
  hangs: {
    name: `${posts} posts, 1 % of the calls hang`,
    posts,
    rounds: 1,
    hangs: 0.01,
    large: 0,
    calendar: false,
  },
  large: {
    name: `${posts} posts, one agency owns 95 %`,
    posts,
    rounds: 1,
    hangs: 0,
    large: 0.95,
    calendar: false,
  },
}
for (const name of values.cases.split(',')) {
  const one = cases[name]
  if (!one) throw new Error(`no case ${name}: ${Object.keys(cases)}`)
  const stand = await openStand()
  try {
    console.log(`\n${one.name}, ${values.workers} worker(s)`)
    if (Number(values.history) > 0) {
      const begun = performance.now()
      await withClient(stand, client => fillHistory(client, Number(values.history)))
      console.log(
        `  filled with ${values.history} posts of history in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
      )
    }
    for await (const line of runCase(stand, one, Number(values.workers))) console.log(`  ${line}`)
  } finally {
    await stand.close()
  }
}
