import { stripVTControlCharacters } from 'node:util'

/**
 * A test that failed: its full name, its file (with the line where known), its message, and for a journey in a browser the lines of what
 * its page showed.
 */
export type Failure = { name: string; file: string; message: string; page?: readonly string[] }

/** Enough for an assertion with its difference, and short enough that several fit into the end of a log. */
const longest = 20

/** The list of a step's failed tests, printed last so that the end of a long log shows what failed. */
export function describeFailures(step: string, failures: readonly Failure[]): string {
  return failures
    .map(({ name, file, message, page = [] }) => {
      const said = firstLines(message).map(line => `      ${line}`)
      const shown = page.map(line => `        ${line}`)
      const shownAt = shown.length > 0 ? ['      The page showed:'] : []
      return [`  ${step} ✗ ${name}`, `      ${file}`, ...said, ...shownAt, ...shown].join('\n').trimEnd()
    })
    .join('\n\n')
}

/** How much of a message fits beside a test's name. */
const SHORT_MAX = 300

/** Each failed test with the beginning of its message on one line: even a cut log's last lines name it. */
export function nameFailures(step: string, failures: readonly Failure[]): string[] {
  return failures.map(({ name, file, message }) => {
    const said = stripVTControlCharacters(message).trim().replaceAll(/\s+/g, ' ').slice(0, SHORT_MAX)
    return `${step} ✗ ${file} › ${name}: ${said}`
  })
}

function firstLines(message: string): string[] {
  const lines = stripVTControlCharacters(message).trim().split('\n')
  return lines.length > longest ? [...lines.slice(0, longest), '…'] : lines
}

type Counts = { passed: number; failed: number; skipped: number }

/** A step's result on one line: "99 passed, 0 failed, 1 skipped". */
export function countsOf({ passed, failed, skipped }: Counts): string {
  const counts = [`${passed} passed`, `${failed} failed`]
  if (skipped > 0) counts.push(`${skipped} skipped`)
  return counts.join(', ')
}

/** A file of tests and how long it took, in milliseconds. */
export type SlowFile = { file: string; duration: number }

/** The five slowest files with their seconds, on one line. */
export function slowest(files: readonly SlowFile[]): string {
  return files
    .toSorted((one, other) => other.duration - one.duration)
    .slice(0, 5)
    .map(({ file, duration }) => `${file} ${(duration / 1000).toFixed(1)} s`)
    .join(', ')
}

/** The last lines of a program's output, where a check prints its findings. */
export function lastLines(output: string): string {
  const lines = stripVTControlCharacters(output).trim().split('\n')
  return lines.slice(-longest).join('\n')
}
