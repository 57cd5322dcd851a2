import { spawnSync } from 'node:child_process'
import { findChromium } from '../chromium.ts'

const findFfmpeg = (): boolean => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0

/** Debian's installer where there is one and we may use it; null elsewhere. */
function findAptGet(): ((...args: string[]) => boolean) | null {
  const isThere = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  if (!isThere || process.getuid?.() !== 0) return null
  // The installer's own account may not write into the folder of this run.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', TMPDIR: undefined }
  return (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}

/** Galley runs without ffmpeg, but the tests of converted videos do not: where it cannot be installed, they are skipped and say so. */
export function ensureFfmpeg(): void {
  const aptGet = findFfmpeg() ? null : findAptGet()
  if (!aptGet) return
  console.log('Installing ffmpeg (apt-get) for the tests of converted videos.')
  aptGet('update')
  aptGet('install', '-y', '--no-install-recommends', 'ffmpeg')
}

/** Installs Debian's Chromium where there is none and we may; otherwise says what is missing. */
export function ensureChromium(): boolean {
  const aptGet = findChromium() ? null : findAptGet()
  if (aptGet) {
    console.log('Installing Chromium (apt-get) for the journeys.')
    const install = (name: string) => aptGet('install', '-y', '--no-install-recommends', name)
    aptGet('update')
    // Older releases have no headless shell of their own.
    if (!install('chromium-headless-shell')) install('chromium')
  }
  if (findChromium()) return true
  console.error(
    'The journeys need Chromium or Chrome on the PATH. Install one (Debian: apt-get install chromium).',
  )
  return false
}
