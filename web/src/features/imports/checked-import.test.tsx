import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildImport } from '../../../testing/build-import.ts'
import { buildProject } from '../../../testing/build-project.ts'
import { openScreen } from '../../../testing/fake-project-server.tsx'
import { ImportScreen } from './import-screen.tsx'

const open = (template: string) => {
  const settings = template === '' ? [] : [{ name: 'link-parameters', value: template }]
  return openScreen(() => <ImportScreen importId={9} onImport={() => undefined} />, {
    answer: ({ method, path }) => {
      if (path === '/projects/3/social-accounts') return { data: [] }
      if (path === '/projects/3') return { data: buildProject('agency-admin', { settings }) }
      const isOf = path.startsWith('/projects/3/imports/9')
      return isOf ? { data: buildImport(method === 'POST' ? { status: 'running', rows: [] } : {}) } : null
    },
  })
}
const start = () => screen.findByRole('button', { name: /^Import / })

test('the parameters of the project are added to links if somebody switches that on', async () => {
  const { user, sent } = await open('utm_source={network}')
  await user.click(await screen.findByRole('switch', { name: /parameters to links that have none/ }))
  await user.click(await start())
  expect(sent('POST').at(-1)?.body).toEqual({ only_good: false, adds_link_parameters: true })
})

test('a project without a template is not asked', async () => {
  const { user, sent } = await open('')
  await user.click(await start())
  expect(sent('POST').at(-1)?.body).toEqual({ only_good: false, adds_link_parameters: false })
  expect(screen.queryByRole('switch')).toBeNull()
})
