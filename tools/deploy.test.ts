import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import serverArgs from './server-args.json' with { type: 'json' }

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')

it('The systemd unit starts the server as `npm start` does', () => {
  const unit = read('../deploy/galley@.service')
  expect(unit).toContain(`/node ${serverArgs.join(' ')} server/src/main.ts`)
  const settings = [...read('setup.mjs').matchAll(/(MALLOC_\w+): '(\d+)'/g)]
  expect(settings).toHaveLength(4)
  for (const [, name, value] of settings) expect(unit).toContain(`${name}=${value}`)
})
