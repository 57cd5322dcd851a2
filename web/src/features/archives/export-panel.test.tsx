import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Archive } from '#domain/archives/contract.ts'
import { type FakeServer, openScreen } from '../../../testing/fake-project-server.tsx'
import { ExportPanel } from './export-panel.tsx'

const archive = (part: Partial<Archive>): Archive => ({
  id: 5,
  status: 'running',
  done: 0,
  total: 0,
  missing: 0,
  file_name: 'cafe-2026-06-01.zip',
  bytes: null,
  download_url: null,
  created_at: '2026-06-01T08:00:00.000Z',
  expires_at: null,
  ...part,
})

const open = (found: Archive | null, answer: FakeServer['answer'] = () => null) => {
  const answering: FakeServer['answer'] = request =>
    answer(request) ?? (request.path === '/projects/3/archive' ? { data: { archive: found } } : null)
  return openScreen(() => <ExportPanel />, { answer: answering })
}

describe('The export of a project in its settings', () => {
  test('is begun by a button and shows its progress', async () => {
    const { user, sent } = await open(null, ({ method }) =>
      method === 'POST' ? { data: { archive: archive({ done: 2, total: 5 }) } } : null,
    )
    await user.click(await screen.findByRole('button', { name: 'Export project' }))
    expect(sent('POST').map(({ path }) => path)).toEqual(['/projects/3/archive'])
    expect((await screen.findByRole('status')).textContent).toContain('files are packed')
    expect(screen.getByRole('progressbar')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Export project' })).toBeNull()
  })

  test('is downloaded under the name of the project when it is ready', async () => {
    const ready = {
      status: 'ready',
      bytes: 3_400_000,
      download_url: 'https://galley.test/media/k/original',
    } as const
    await open(archive({ ...ready, missing: 1 }))
    const link = await screen.findByRole('link', { name: 'Download (3.4 MB)' })
    expect(link.getAttribute('href')).toBe(ready.download_url)
    expect(link.getAttribute('download')).toBe('cafe-2026-06-01.zip')
    expect(screen.getByRole('status').textContent).toContain('1 file was lost')
    expect(screen.getByRole('button', { name: 'Export again' })).toBeTruthy()
  })

  test('says that it failed, and can be tried again', async () => {
    await open(archive({ status: 'failed' }))
    expect((await screen.findByRole('status')).textContent).toContain('could not be made')
    expect(screen.getByRole('button', { name: 'Export project' })).toBeTruthy()
  })
})
