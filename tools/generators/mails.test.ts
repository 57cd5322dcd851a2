import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { compiledMail } from './mails.ts'

it('The compiled markup of mails is up to date (npm run mails)', async () => {
  const { file, html } = await compiledMail()
  expect(await readFile(file, 'utf8')).toBe(html)
})
