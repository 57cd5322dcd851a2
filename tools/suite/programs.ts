import { type ChildProcess, spawn } from 'node:child_process'
import { Meter } from './meter.ts'

export type Ended = { code: number; output: string }
/** How a step runs a program and shows its output. */
export type Execute = (program: string, args: string[], env?: NodeJS.ProcessEnv) => Promise<Ended>

const running = new Set<ChildProcess>()
let isInterrupted = false

/** Passes the signal on, so that each program can stop its databases and browsers. Those that do not end with the run. */
export function interrupt(signal: NodeJS.Signals): void {
  isInterrupted = true
  for (const child of running) child.kill(signal)
}

export const wasInterrupted = (): boolean => isInterrupted

/** Runs programs whose output goes to `show`. `seconds` are those of the processor so far, null where the system does not tell. */
export function makeExecute(show: (text: string) => void): {
  execute: Execute
  seconds: () => number | null
} {
  const meter = new Meter()
  const timer = setInterval(() => meter.look(), 500)
  timer.unref()
  return {
    execute: (program, args, env = {}) => start(program, args, env, { show, meter }),
    seconds: () => {
      clearInterval(timer)
      return meter.seconds()
    },
  }
}

/** @returns the end of its output too, for the list of failures */
function start(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  { show, meter }: { show: (text: string) => void; meter: Meter },
): Promise<Ended> {
  if (isInterrupted) return Promise.resolve({ code: 1, output: 'The run was interrupted.' })
  const colours = process.stdout.isTTY
    ? { FORCE_COLOR: '1' }
    : process.env.FORCE_COLOR
      ? {}
      : { NO_COLOR: '1' }
  const child = spawn(program, args, {
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...colours, ...env },
  })
  running.add(child)
  if (child.pid) meter.add(child.pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      show(text)
      output = (output + text).slice(-20_000)
    })
  }
  return new Promise(resolve => {
    const end = (ended: Ended) => {
      running.delete(child)
      resolve(ended)
    }
    child.on('error', error => {
      console.error(`${program} does not start: ${error.message}`)
      end({ code: 1, output: error.message })
    })
    child.on('close', code => end({ code: code ?? 1, output }))
  })
}
