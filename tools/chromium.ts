import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The headless one comes first: the same pages with less work. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome.exe',
]
const macos = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The path of a Chromium or Chrome on this machine, or null. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...names.flatMap(name => folders.map(folder => join(folder, name))), macos]
  return candidates.find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch (error) {
    if ('syscall' in (error as Error)) return false
    throw error
  }
}
