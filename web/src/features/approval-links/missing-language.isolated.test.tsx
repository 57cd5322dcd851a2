import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { reportUnexpected } from '#web/platform/api-error.ts'
import { answer, serve } from '../../../testing/fake-server.ts'
import { inOpenedLink, opened, post, waiting } from '../../../testing/opened-link.ts'
import { renderAs } from '../../../testing/render-as.tsx'
import { ApproveScreen } from './approve-screen.tsx'

const fault = new TypeError('error loading dynamically imported module')
vi.mock('#web/platform/speak.ts', () => ({
  speak: (language: string) => (language === 'en' ? Promise.resolve() : Promise.reject(fault)),
}))
vi.mock('#web/platform/api-error.ts', async original => ({
  ...(await original<typeof import('#web/platform/api-error.ts')>()),
  reportUnexpected: vi.fn(),
}))
inOpenedLink()

it('A link whose language cannot be loaded is shown in English, and the fault is reported', async () => {
  serve({ 'GET /api/approval-link': () => answer(200, { ...opened(post(1, waiting(1))), language: 'de' }) })
  renderAs({}, <ApproveScreen />)
  expect(await screen.findByRole('button', { name: 'Approve' })).toBeTruthy()
  expect(reportUnexpected).toHaveBeenCalledExactlyOnceWith(fault)
})
