import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { line } from '../figures.ts'
import { load } from '../load.ts'
import { removeStage, startStage } from '../stage.ts'

const CONNECTIONS = 50

/** Floods the address from a process of its own. @returns what it was answered */
const attack = async (url: string, seconds: number): Promise<string> => {
  const args = [
    path.join(import.meta.dirname, 'attack-process.ts'),
    url,
    String(seconds),
    String(CONNECTIONS),
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  // A real one works on machines of its own.
  if (child.pid) setPriority(child.pid, 19)
  return (await text(child.stdout)).trim()
}

/** How fast Galley answers while somebody without a session floods it from fifty connections, beside a quiet time before and after. */
export async function* floodSection({ seconds }: { seconds: number }): AsyncGenerator<string> {
  // With the limits that a stranger meets.
  const stage = await startStage({ env: { SIGN_IN_PER_MINUTE: '20', CALLS_PER_MINUTE: '1200' } })
  const health = { url: `${stage.url}/api/health` }
  try {
    await load(health, { connections: 1, seconds: 1 })
    for (const [when, flooded] of [
      ['quiet', false],
      ['flooded', true],
      ['quiet again', false],
    ] as const) {
      const flooding = flooded ? attack(stage.url, seconds + 3) : null
      // Until its bodies are written and its connections stand.
      if (flooded) await new Promise(resolve => setTimeout(resolve, 2_000))
      const { p50, p99, perSecond, failed } = await load(health, { connections: 1, seconds })
      const more = `p50 ${p50.toFixed(1)} ms, ${perSecond.toFixed(0)} req/s${failed > 0 ? `, ${failed} FAILED` : ''}`
      yield line(`/api/health, ${when}, p99`, p99, ' ms', { more, ...(flooded ? { aim: { most: 50 } } : {}) })
      if (flooding) yield `  (the flood was answered ${await flooding})`
    }
  } finally {
    await stage.stop()
    await removeStage(stage)
  }
}
