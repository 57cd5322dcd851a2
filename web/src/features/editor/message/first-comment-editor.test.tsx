import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { answer, serve } from '../../../../testing/fake-server.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { FirstCommentEditor } from './first-comment-editor.tsx'
import { insertText } from './insert-words.ts'

/** Without a layout the picker's place counts as out of sight. */
const shown = { hidden: true }

const onChange = vi.fn<(text: string) => void>()
const onMention = vi.fn()
beforeEach(() => {
  onChange.mockClear()
  onMention.mockClear()
  localStorage.removeItem('galley-recent-emoji')
})

function Page({ start }: { start: string }) {
  const [value, setValue] = useState(start)
  const change = (text: string) => {
    onChange(text)
    setValue(text)
  }
  return (
    <>
      <FirstCommentEditor
        id="comment"
        network="instagram"
        length={value.length}
        value={value}
        onChange={change}
        onMention={onMention}
      />
      <button type="button" onClick={() => setValue('From a pool')}>
        Replace
      </button>
    </>
  )
}
const show = (start = 'Recipe below') => renderAs('content-creator', <Page start={start} />)
const field = () => screen.getByRole('textbox', { name: 'First comment' })

describe('The first comment', () => {
  it('takes what is written elsewhere, and what is typed after that', async () => {
    show()
    expect(field().textContent).toBe('Recipe below')
    await userEvent.click(screen.getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(field().textContent).toBe('From a pool'))
    insertText('comment', '!')
    expect(onChange).toHaveBeenLastCalledWith('From a pool!')
  })

  it('suggests accounts while a mention is typed, and says that exact names are found only', async () => {
    const mention = { id: '7', mention: '@bluebottle', name: 'Blue Bottle', logo_url: null }
    serve({
      'GET /api/projects/3/instagram/search?q=bluebottle': () =>
        answer(200, { payload: [mention], error: null }),
    })
    show('By ')
    await userEvent.click(screen.getByRole('button', { name: 'Mention' }))
    insertText('comment', 'bluebottle')
    const option = await screen.findByRole('option', { name: /Blue Bottle/ })
    expect(screen.getByText(/Instagram finds exact usernames only/)).toBeTruthy()
    await userEvent.click(option)
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('By @bluebottle '))
    expect(onMention).toHaveBeenCalledWith(expect.objectContaining({ id: '7', mention: '@bluebottle' }))
  })

  it('takes an emoji that was used before, and remembers it as the newest', async () => {
    localStorage.setItem('galley-recent-emoji', JSON.stringify(['☕', '🥐']))
    fakeFetch(async () => new Response('[]'))
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Emoji' }))
    const recent = within(await screen.findByRole('region', { name: 'Recent emoji', ...shown }))
    await userEvent.click(recent.getByRole('button', { name: '🥐', ...shown }))
    expect(onChange).toHaveBeenLastCalledWith('Recipe below🥐')
    expect(localStorage.getItem('galley-recent-emoji')).toBe('["🥐","☕"]')
  })

  it('offers to load the emoji again when that failed', async () => {
    fakeFetch(async () => new Response('', { status: 503 }))
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Emoji' }))
    expect((await screen.findByRole('alert', shown)).textContent).toContain('The emoji could not be loaded.')
    expect(screen.getByRole('button', { name: 'Retry', ...shown })).toBeTruthy()
  })
})
