import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { createEmptyDatabase } from '#server/platform/db/testing.ts'
import { findPort, startGalley } from '#testing/galley-process.ts'

const hasPooler = inject('postgres').poolerUrl !== undefined

it.runIf(hasPooler)(
  'Behind a pooler that works per transaction, Galley starts, publishes and is live',
  async () => {
    const { url, poolerUrl = '', drop } = await createEmptyDatabase()
    const dataDir = await mkdtemp(path.join(tmpdir(), 'galley-pooler-'))
    const port = await findPort()
    const galley = startGalley({
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(await findPort(port + 1)),
      DATABASE_URL: poolerUrl,
      DATABASE_DIRECT_URL: url,
    })
    let token = ''
    const call = async (method: string, address: string, body?: object): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/api${address}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        ...(body && { body: JSON.stringify(body) }),
      })
    const dataOf = async (answer: Promise<Response>) =>
      ((await (await answer).json()) as { data: Record<string, unknown> }).data
    try {
      await galley.said('Galley  http')
      token = String(
        (
          await dataOf(
            call('POST', '/auth/signin', { email: 'ada@bluebird.example', password: 'galley-demo' }),
          )
        ).token,
      )
      let heard = ''
      const stream = await call('GET', '/projects/1/events')
      const listen = async () => {
        for await (const chunk of stream.body ?? []) heard += Buffer.from(chunk).toString()
      }
      listen().catch(() => undefined)
      const { post } = (await dataOf(
        call('POST', '/posts', { project_id: 1, social_networks: ['facebook'], type: 'text' }),
      )) as { post: { id: number; post_socials: { id: number }[] } }
      const post_socials = post.post_socials.map(({ id }) => ({ id, message: 'Through a pooler.' }))
      await call('PUT', '/postssocials', { post_id: post.id, project_id: 1, post_socials })
      await expect.poll(() => heard).toContain(`"post_id":${post.id}`)
      await call('POST', `/posts/publish/admin/${post.id}`)
      await expect.poll(async () => (await dataOf(call('GET', `/posts/${post.id}`))).status).toBe('live')
    } finally {
      galley.child.kill('SIGTERM')
      await galley.ended
      await rm(dataDir, { recursive: true, force: true })
      await drop()
    }
  },
)
