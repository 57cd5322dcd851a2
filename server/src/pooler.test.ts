import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { createEmptyDatabase } from '#server/platform/db/testing.ts'
import { galleyCalls } from '#testing/galley-calls.ts'
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
    const { send, call, signIn } = galleyCalls(() => port)
    try {
      await galley.said('Galley  http')
      const token = await signIn('ada@bluebird.example')
      let heard = ''
      const stream = await send('GET', '/projects/1/events', { token })
      const listen = async () => {
        for await (const chunk of stream.body ?? []) heard += Buffer.from(chunk).toString()
      }
      listen().catch(() => undefined)
      const draft = { project_id: 1, social_networks: ['facebook'], type: 'text' }
      const { post } = (await call('POST', '/posts', { token, body: draft })) as {
        post: { id: number; post_socials: { id: number }[] }
      }
      const post_socials = post.post_socials.map(({ id }) => ({ id, message: 'Through a pooler.' }))
      const body = { post_id: post.id, project_id: 1, post_socials }
      await call('PUT', '/postssocials', { token, body })
      await expect.poll(() => heard).toContain(`"post_id":${post.id}`)
      await call('POST', `/posts/publish/admin/${post.id}`, { token })
      await expect.poll(async () => (await call('GET', `/posts/${post.id}`, { token })).status).toBe('live')
    } finally {
      galley.child.kill('SIGTERM')
      await galley.ended
      await rm(dataDir, { recursive: true, force: true })
      await drop()
    }
  },
)
