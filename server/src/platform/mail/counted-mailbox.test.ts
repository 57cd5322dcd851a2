import { describe, expect, it } from 'vitest'
import { countedMailbox } from './counted-mailbox.ts'

describe('One mailbox', () => {
  it.each([
    ['ada@example.com', 'Ada+news@Example.com', 'ada+a+b@example.com'],
    ['adamoreau@gmail.com', 'ada.moreau@gmail.com', 'a.d.a.moreau+x.y@googlemail.com'],
  ])('is counted once, as %s, however it is written', (mailbox, ...spellings) => {
    expect(spellings.map(countedMailbox)).toEqual(spellings.map(() => mailbox))
  })

  it.each(['ada.moreau@example.com', '+tag@example.com', 'user 7', '@'])('is %j as it is', text => {
    expect(countedMailbox(text)).toBe(text)
  })
})
