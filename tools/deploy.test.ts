import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import serverArgs from './server-args.json' with { type: 'json' }

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')

const settings = [...read('setup.mjs').matchAll(/(MALLOC_\w+): '(\d+)'/g)]

it('The systemd unit starts the server as `npm start` does', () => {
  const unit = read('../deploy/galley@.service')
  expect(unit).toContain(`/node ${serverArgs.join(' ')} server/src/main.ts`)
  expect(settings).toHaveLength(4)
  for (const [, name, value] of settings) expect(unit).toContain(`${name}=${value}`)
})

it('The image starts the server as `npm start` does', () => {
  const image = read('../Dockerfile')
  expect(image).toContain(`ENTRYPOINT ${JSON.stringify(['node', ...serverArgs]).replaceAll(',', ', ')}`)
  expect(image).toContain(`galley-node ${serverArgs.join(' ')} server/src/main.ts`)
  for (const [, name, value] of settings) expect(image).toContain(`${name}=${value}`)
})
