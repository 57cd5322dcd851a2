import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { DesignDialog } from './design-dialog.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The dialog of somebody whose draft can be saved or not; `requests` are the calls. */
const open = ({ isConnected = false, isSaved = true } = {}) => {
  const requests: { call: string; body: unknown }[] = []
  fakeFetch(async (url, { method, body }) => {
    requests.push({ call: `${method} ${url}`, body: body ? JSON.parse(String(body)) : null })
    return Response.json({ data: method === 'DELETE' ? {} : { url: 'https://design.example/start' } })
  })
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue()
  renderAs(
    'content-creator',
    <DesignDialog
      postSocialId={71}
      tool="Canva"
      isConnected={isConnected}
      save={async () => isSaved}
      onClose={() => undefined}
    />,
  )
  return { requests, leave }
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const retype = (name: string, text: string) => {
  fireEvent.change(field(name), { target: { value: text } })
  fireEvent.blur(field(name))
}

describe('What to design', () => {
  it('is found among the design types, and leads to the tool once the draft is saved', async () => {
    const { requests, leave } = open()
    await userEvent.type(field('Search design types'), 'facebook landscape')
    const types = within(screen.getByRole('list', { name: 'Design types' }))
    await userEvent.click(types.getByRole('button', { name: /Facebook landscape post/ }))
    await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('https://design.example/start'))
    expect(requests).toMatchObject([
      {
        call: 'POST /api/projects/3/designs',
        body: { post_social_id: 71, title: 'Facebook landscape post' },
      },
    ])
  })

  it('may be a size of one’s own, which is corrected when the field is left', async () => {
    const { requests } = open()
    retype('Width', '9000')
    expect(field('Width').value).toBe('8000')
    retype('Width', '960')
    retype('Height', '480')
    await userEvent.click(screen.getByRole('button', { name: 'Design this size' }))
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.body).toMatchObject({ title: 'Custom design', width: 960, height: 480 })
  })

  it('keeps its size when another unit is chosen', async () => {
    open()
    retype('Width', '960')
    retype('Height', '480')
    await userEvent.click(screen.getByRole('combobox', { name: 'Unit' }))
    await userEvent.click(await screen.findByRole('option', { name: 'in', hidden: true }))
    expect([field('Width').value, field('Height').value]).toEqual(['10', '5'])
    expect(screen.getByText('960 × 480 px')).toBeTruthy()
  })

  it('opens no tool while the draft cannot be saved', async () => {
    const { requests, leave } = open({ isSaved: false })
    await userEvent.click(screen.getByRole('button', { name: 'Design this size' }))
    expect((await screen.findByRole('alert')).textContent).toContain('not saved yet')
    expect(leave).not.toHaveBeenCalled()
    expect(requests).toEqual([])
  })

  it('is made in a tool that asks once whether Galley may', async () => {
    open()
    expect(screen.getByText('Canva asks once whether Galley may create and read your designs.')).toBeTruthy()
  })

  it('can be disconnected from the person’s account at the tool', async () => {
    const { requests } = open({ isConnected: true })
    await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
    await vi.waitFor(() =>
      expect(requests.map(({ call }) => call)).toContain('DELETE /api/design-tool/connection'),
    )
  })
})
