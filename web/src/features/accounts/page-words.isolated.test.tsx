import { render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sayInEnglish } from '#domain/kernel/languages/words.ts'
import { publicPageOf } from '#web/routes/entrance/public-page.tsx'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { answer, serve } from '../../../testing/fake-server.ts'

/** Marks whatever comes from a catalogue. */
vi.mock('#web/platform/load-words.ts', () => ({
  loadWords: async (language: string) => ({
    language,
    say: (text: string, values = {}) => `⟦${sayInEnglish(text, values)}⟧`,
  }),
}))

const open = async (address: string) => {
  window.history.replaceState(null, '', address)
  const Page = publicPageOf(window.location.pathname, false) as ComponentType<{
    onReady: () => void
    onSignedIn: () => void
  }>
  render(<Page onReady={vi.fn()} onSignedIn={vi.fn()} />, { wrapper: ThemeProvider })
  await screen.findByRole('combobox', { name: '⟦Language⟧' })
}

const withoutMarked = (text: string): string => {
  const less = text.replace(/⟦[^⟦⟧]*⟧/g, ' ')
  return less === text ? text : withoutMarked(less)
}
/** Weekdays come from the browser. */
const names =
  /Galley|Google|Bluebird|Harbor|otto@client\.test|MoDiMiDoFrSaSo|English|Deutsch|Français|Español|Italiano|Nederlands|Português|Polski/g

/** All words on the page, also those that are only read out, that no catalogue has. */
const foreign = (): string[] => {
  const read = [...document.querySelectorAll('[aria-label]')].map(each => each.getAttribute('aria-label'))
  const shown = [...document.querySelectorAll('main, aside')].map(each => each.textContent)
  return (
    withoutMarked([...read, ...shown].join('\n'))
      .replace(names, '')
      .match(/\p{L}{2,}/gu) ?? []
  )
}

const check = 'POST /api/userinvitations/check'
const invited = { status: 'open', email: 'otto@client.test', where: 'Harbor', agency: 'Bluebird' }
const link = 'token=secret&email=otto%40client.test&language=de'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test.each([
  ['the login', '/?language=de', {}],
  ['the sign-up', '/signup?language=de', {}],
  ['an invitation', '/signup?invitation=t&language=de&email=otto%40client.test', { has_account: false }],
  ['an invitation of somebody with an account', '/signup?invitation=t&language=de', { has_account: true }],
  ['an accepted invitation', '/signup?invitation=t&language=de', { status: 'accepted', has_account: true }],
  ['an ended invitation', '/signup?invitation=t&language=de', { status: 'ended', has_account: false }],
  ['refusing an agency', '/refuse-invitation?token=t&language=de', { has_account: false }],
  ['a forgotten password', '/reset-password?language=de', {}],
  ['a new password', `/change-password?${link}`, {}],
  ['a confirmed address', `/confirm-email?${link}`, {}],
])('%s has no words but those of a catalogue', async (_, address, invitation) => {
  serve({
    [check]: () => answer(200, { ...invited, ...invitation }),
    'POST /api/password/checktoken': () => answer(200, {}),
    'POST /api/auth/confirm': () => answer(200, { session: null }),
    'GET /api/auth/providers': () => answer(200, { providers: ['google'] }),
  })
  await open(address)
  await expect
    .poll(() => {
      const text = document.querySelector('main')?.textContent ?? ''
      return text !== '' && !text.includes('…⟧')
    })
    .toBe(true)
  expect(document.documentElement.lang).toBe('de')
  expect(foreign()).toEqual([])
})
