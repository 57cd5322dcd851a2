import { readFileSync } from 'node:fs'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { leaveNothing } from '../tools/suite/leave-nothing.ts'
import { digits, median, quantile } from './figures.ts'
import { askOk } from './load.ts'
import { formOf, makePhoto, makeVideo } from './server/uploads.ts'
import { removeStage, type Stage, signIn, startStage } from './stage.ts'

// npm run bench:files -- --checkout . --checkout ../older: uploads and publishes a phone's files on both, in turns (docs/measuring.md).
leaveNothing()
const { values } = parseArgs({
  options: {
    checkout: { type: 'string', multiple: true, default: [] },
    pairs: { type: 'string', default: '15' },
  },
})

type Side = {
  readonly stage: Stage
  readonly headers: Record<string, string>
  readonly admin: Record<string, string>
}

const openSide = async (stage: Stage): Promise<Side> => {
  const headersOf = async (email: string) => ({ authorization: `Bearer ${await signIn(stage, email)}` })
  return {
    stage,
    headers: await headersOf('carl@bluebird.example'),
    admin: await headersOf('ada@bluebird.example'),
  }
}

const askJson = async <T>(
  { stage }: Side,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<T> => {
  const json = { ...headers, 'content-type': 'application/json' }
  const url = `${stage.url}/api${path}`
  const answer = await askOk({ url, method, headers: json, ...(body && { body: JSON.stringify(body) }) })
  return (JSON.parse(answer.body.toString()) as { data: T }).data
}

type File = { readonly name: string; readonly type: string; readonly body: Buffer; readonly postType: string }

const upload = async (side: Side, { type, body }: File): Promise<number> => {
  const url = `${side.stage.url}/api/projects/1/medias`
  const headers = { ...side.headers, 'content-type': type }
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 300)}`)
  return (JSON.parse(text) as { data: { id: number } }).data.id
}

type Post = {
  readonly id: number
  readonly post_socials: readonly { readonly id: number; readonly status: string }[]
}

/** A post for LinkedIn, which takes both files as they are. Not measured. */
const writePost = async (
  side: Side,
  { postType }: File,
  mediaId: number,
  message: string,
): Promise<number> => {
  const created = await askJson<{ post?: Post } & Post>(side, 'POST', '/posts', side.headers, {
    project_id: 1,
    social_networks: ['linkedin'],
    type: postType,
    is_temporary: false,
  })
  const post = created.post ?? created
  const versions = post.post_socials.map(({ id }) => ({
    id,
    message,
    media_actions: [{ action: 'attach', object_id: mediaId }],
  }))
  await askJson(side, 'PUT', '/postssocials', side.headers, {
    post_id: post.id,
    project_id: 1,
    is_temporary: false,
    post_socials: versions,
  })
  return post.id
}

/** Seldom enough that asking costs next to nothing. */
const POLL_MS = 200

const publish = async (side: Side, postId: number): Promise<void> => {
  await askJson(side, 'POST', `/posts/publish/admin/${postId}`, side.admin, {})
  for (;;) {
    const { post_socials } = await askJson<Post>(side, 'GET', `/posts/${postId}`, side.admin)
    const [status] = post_socials.map(social => social.status)
    if (status === 'live') return
    if (status === 'publishing_failed') throw new Error(`${side.stage.url}: post ${postId} failed`)
    await sleep(POLL_MS)
  }
}

/** Of the process and of the children that it has waited for, in milliseconds; the sandbox runs as long as it does and is not counted. */
const processorMs = ({ pid }: Stage): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // A tick is a hundredth of a second on every Linux that Node runs on.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
}

type Cost = { readonly wall: number; readonly processor: number }

const measure = async (side: Side, work: () => Promise<unknown>): Promise<Cost> => {
  const [begun, used] = [performance.now(), processorMs(side.stage)]
  await work()
  return { wall: performance.now() - begun, processor: processorMs(side.stage) - used }
}

const quartiles = (numbers: readonly number[]): string =>
  [0.25, 0.75].map(share => digits(quantile(numbers, share))).join(' to ')

function* describe(name: string, pairs: readonly (readonly Cost[])[]): Generator<string> {
  for (const kind of ['wall', 'processor'] as const) {
    const [now, before] = [0, 1].map(side => pairs.map(pair => pair[side]?.[kind] ?? Number.NaN))
    if (!now || !before) continue
    const ratios = now.map((value, at) => value / (before[at] ?? Number.NaN))
    yield `${name}, ${kind === 'wall' ? 'until it is done' : 'processor'}: ${digits(median(now))} ms, before ${digits(median(before))} ms; ratio of medians ${digits(median(now) / median(before))}, of pairs ${digits(median(ratios))} (half of them ${quartiles(ratios)})`
  }
}

const compare = async (sides: readonly Side[], file: File): Promise<void> => {
  const uploads: Cost[][] = []
  const posts: Cost[][] = []
  // The first one of each side is not counted: nothing is warm then.
  for (let pair = 0; pair <= Number(values.pairs); pair++) {
    const costs: { up: Cost; out: Cost }[] = []
    const turns = [...sides.keys()]
    for (const at of pair % 2 === 0 ? turns : turns.reverse()) {
      const side = sides[at] as Side
      let media = 0
      const up = await measure(side, async () => {
        media = await upload(side, file)
      })
      const postId = await writePost(side, file, media, `${file.name}, pair ${pair}`)
      const out = await measure(side, () => publish(side, postId))
      costs[at] = { up, out }
    }
    if (pair === 0) continue
    uploads.push(costs.map(({ up }) => up))
    posts.push(costs.map(({ out }) => out))
  }
  for (const text of describe(`upload, ${file.name}`, uploads)) console.log(text)
  for (const text of describe(`publish, ${file.name}`, posts)) console.log(text)
}

const loadNow = () => `load average ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} cores`

const stages: Stage[] = []
try {
  if (values.checkout.length !== 2) throw new Error('name two: --checkout . --checkout ../older')
  for (const folder of values.checkout) stages.push(await startStage({ folder }))
  const sides = await Promise.all(stages.map(openSide))
  const [photo, video] = [await makePhoto(), makeVideo('for networks')]
  console.log(`${values.pairs} pairs in turns, ${loadNow()}`)
  await compare(sides, {
    name: 'photo of 12 megapixels',
    postType: 'single_photo',
    ...(await formOf('photo.jpg', photo)),
  })
  if (video)
    await compare(sides, {
      name: 'video of 60 s',
      postType: 'single_video',
      ...(await formOf('video.mp4', video)),
    })
  console.log(`at the end ${loadNow()}`)
} finally {
  for (const stage of stages) {
    await stage.stop()
    await removeStage(stage)
  }
}
