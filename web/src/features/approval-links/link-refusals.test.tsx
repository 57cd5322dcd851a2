import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError } from '#web/platform/api-error.ts'
import { speak } from '#web/platform/speak.ts'
import { setWords } from '#web/platform/words.ts'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import { inOpenedLink, opened, post, refused, results, waiting } from '../../../testing/opened-link.ts'
import { renderAs } from '../../../testing/render-as.tsx'
import { ApproveScreen } from './approve-screen.tsx'
import { refusalWords } from './refusal-words.ts'

inOpenedLink()
afterEach(() => setWords('en'))

const open = {
  'GET /api/approval-link': () => answer(200, { ...opened(post(1, waiting(1))), language: 'de' }),
}
const approve = async () => {
  renderAs({}, <ApproveScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Freigeben' }))
}
const tooMany = (wait?: number) =>
  new ApiError({
    status: 429,
    code: 'too_many_requests',
    message: 'Too many attempts. …',
    ...(wait && { wait }),
  })

describe('A refusal by link', () => {
  it('of one of several decisions is in the language of the page', async () => {
    const message = "You can't do this while the post is scheduled."
    serve({
      ...open,
      'POST /api/approval-link/approve-rounds': () => results(refused(1, 'illegal_transition', message)),
    })
    await approve()
    expect(await screen.findByText(/^Das ist nicht mehr möglich/)).toBeTruthy()
    expect(screen.queryByText(message)).toBeNull()
  })

  it('of a whole call is, too', async () => {
    const message = 'This project is read-only at the moment. Please ask your agency.'
    serve({
      ...open,
      'POST /api/approval-link/approve-rounds': () => refusal(402, 'subscription_read_only', message),
    })
    await approve()
    expect(await screen.findByText(/^In diesem Projekt kann gerade nichts geändert werden/)).toBeTruthy()
  })

  it('says in the language when to try again', async () => {
    await speak('pl')
    expect(refusalWords(tooMany(241))).toBe('Zbyt wiele prób. Prosimy spróbować ponownie za 5 minut.')
    await speak('de')
    expect(refusalWords(tooMany(20))).toBe('Zu viele Versuche. Bitte versuchen Sie es in 20 Sekunden erneut.')
    expect(refusalWords(tooMany())).toBe('Zu viele Versuche. Bitte versuchen Sie es in Kürze erneut.')
  })

  it('is in English what the server says; without a text of its own it is said in general', async () => {
    const error = new ApiError({ status: 409, code: 'already_live', message: 'The post is already live.' })
    expect(refusalWords(error)).toBe('The post is already live.')
    await speak('fr')
    expect(refusalWords(error)).toMatch(/^Une erreur s’est produite/)
    expect(refusalWords(new Error('a bug'))).toMatch(/^Une erreur s’est produite/)
  })
})
