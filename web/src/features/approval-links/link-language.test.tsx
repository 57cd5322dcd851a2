import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setWords } from '#web/platform/words.ts'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import { inOpenedLink, opened, post, waiting } from '../../../testing/opened-link.ts'
import { renderAs } from '../../../testing/render-as.tsx'
import { ApproveScreen } from './approve-screen.tsx'

inOpenedLink()
afterEach(() => {
  setWords('en')
  localStorage.clear()
})

const open = 'GET /api/approval-link'
const two = [post(1, waiting(1)), post(2, waiting(2))]

describe('The language of an approval link', () => {
  it.each([
    ['de', 'Freigeben', '2 Beiträge warten auf Sie', /gilt bis 1\. Juli 2026/],
    ['pl', 'Zatwierdź', '2 posty czekają na decyzję', /działa do 1 lip 2026/],
    ['pt', 'Aprovar', '2 publicações esperam por si', /funciona até 1\/07\/2026/],
  ] as const)('is that which the link names: %s', async (language, approve, count, footer) => {
    serve({ [open]: () => answer(200, { ...opened(...two), language }) })
    renderAs({}, <ApproveScreen />)
    expect(await screen.findAllByRole('button', { name: approve })).toHaveLength(2)
    expect(screen.getByText(count)).toBeTruthy()
    expect(screen.getByText(footer)).toBeTruthy()
    expect(document.documentElement.lang).toBe(language)
    expect(document.title).toBe(`${approve} · Galley`)
  })

  it('is chosen on the page, which then speaks it', async () => {
    let language = 'en'
    const made = serve({
      [open]: () => answer(200, { ...opened(...two), language }),
      'PUT /api/approval-link/language': () => {
        language = 'it'
        return answer(200, {})
      },
    })
    renderAs({}, <ApproveScreen />)
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Italiano')
    expect(await screen.findAllByRole('button', { name: 'Approva' })).toHaveLength(2)
    expect(made.find(({ address }) => address.startsWith('PUT'))?.body).toEqual({ language: 'it' })
    expect(screen.getByRole('combobox', { name: 'Lingua' })).toHaveProperty('value', 'it')
    // A list that is disabled while it is saved would have lost it.
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Lingua' }))
  })

  it('stays as it was where the choice is refused, which is said in it', async () => {
    serve({
      [open]: () => answer(200, { ...opened(...two), language: 'de' }),
      'PUT /api/approval-link/language': () =>
        refusal(500, 'internal', 'An error has occured Please try again!'),
    })
    renderAs({}, <ApproveScreen />)
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Sprache' }), 'Polski')
    expect(await screen.findByText(/^Es ist ein Fehler aufgetreten/)).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Sprache' })).toHaveProperty('value', 'de')
  })

  it('is the last of two choices made quickly', async () => {
    let language: unknown = 'en'
    const made = serve({
      [open]: () => answer(200, { ...opened(...two), language }),
      'PUT /api/approval-link/language': () => {
        const { body } = made.at(-1) ?? {}
        language = (body as { language: string } | undefined)?.language
        return answer(200, {})
      },
    })
    renderAs({}, <ApproveScreen />)
    const choice = await screen.findByRole('combobox', { name: 'Language' })
    fireEvent.change(choice, { target: { value: 'it' } })
    fireEvent.change(choice, { target: { value: 'pl' } })
    expect(await screen.findAllByRole('button', { name: 'Zatwierdź' })).toHaveLength(2)
    expect(made.flatMap(({ address, body }) => (address.startsWith('PUT') ? [body] : []))).toEqual([
      { language: 'it' },
      { language: 'pl' },
    ])
  })

  it('is kept in the browser alone where the link was copied, also on the next one', async () => {
    const made = serve({ [open]: () => answer(200, { ...opened(...two), is_copied: true, language: 'de' }) })
    renderAs({}, <ApproveScreen />)
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Sprache' }), 'Italiano')
    expect(await screen.findAllByRole('button', { name: 'Approva' })).toHaveLength(2)
    cleanup()
    renderAs({}, <ApproveScreen />)
    expect(await screen.findAllByRole('button', { name: 'Approva' })).toHaveLength(2)
    expect(made.map(({ address }) => address)).toEqual([open, open, open])
  })

  it('is the person’s on a mailed link, whatever was chosen in the browser on a copied one', async () => {
    localStorage.setItem('galley-language', 'it')
    serve({ [open]: () => answer(200, { ...opened(...two), language: 'de' }) })
    renderAs({}, <ApproveScreen />)
    expect(await screen.findByRole('combobox', { name: 'Sprache' })).toHaveProperty('value', 'de')
  })

  it.each([
    ['a mailed link is saved once the code has proved who reads', false, ['POST device', 'PUT language']],
    ['a copied link stays in the browser', true, ['POST device']],
  ] as const)('chosen where the code is asked for on %s', async (_name, is_copied, calls) => {
    let isConfirmed = false
    const made = serve({
      [open]: () =>
        answer(200, {
          ...opened(...(isConfirmed ? two : [])),
          is_copied,
          code_goes_to: isConfirmed ? null : 'c•••@harbor.example',
        }),
      'POST /api/approval-link/code': () => answer(200, {}),
      'POST /api/approval-link/device': () => {
        isConfirmed = true
        return answer(200, {})
      },
      'PUT /api/approval-link/language': () => answer(200, {}),
    })
    renderAs({}, <ApproveScreen />)
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Español')
    await userEvent.click(await screen.findByRole('button', { name: 'Enviarme un código' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Código' }), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }))
    expect(await screen.findByText('Text 1')).toBeTruthy()
    const after = made.map(({ address }) => address.replace(' /api/approval-link/', ' '))
    expect(after.filter(address => /device|language/.test(address))).toEqual(calls)
    expect(made.flatMap(({ address, body }) => (address.startsWith('PUT') ? [body] : []))).toEqual(
      is_copied ? [] : [{ language: 'es' }],
    )
  })

  it('is the browser’s where the link opens nothing', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['sv', 'fr-CA', 'de'])
    serve({ [open]: () => refusal(404, 'not_found', 'Not found.') })
    renderAs({}, <ApproveScreen />)
    expect(await screen.findByRole('heading', { name: 'Ce lien ne fonctionne plus' })).toBeTruthy()
  })
})
