import { describe, expect, it } from 'vitest'
import { isSameText, markMentions } from './mentions.ts'

const harbor = { id: '104857362918450', mention: '@harbor', name: 'Harbor Coffee Roasters' }
const longer = { id: '117394826501734', mention: '@harbor.north', name: 'Northwind Outdoors' }
const typed = { id: '', mention: '@somebody' }

describe('Mentions on Facebook', () => {
  it('become the page’s id, longer names first', () => {
    expect(markMentions('Hi @harbor and @harbor.north!', [harbor, longer])).toBe(
      'Hi @[104857362918450] and @[117394826501734]!',
    )
  })

  it('stay text if no page was chosen and inside other words', () => {
    const text = '@somebody @harbors (a+b) @harbor.south info@harbor.example'
    expect(markMentions(text, [harbor, typed])).toBe(text)
    expect(markMentions('With @harbor.', [harbor])).toBe('With @[104857362918450].')
  })

  it('are read back as the page’s name', () => {
    const text = 'Hi @harbor (again)'
    expect(isSameText('Hi Harbor Coffee Roasters (again)', text, [harbor])).toBe(true)
    expect(isSameText('Hi @[104857362918450] (again)', text, [harbor])).toBe(true)
    expect(isSameText('Hi Harbor Coffee Roasters', text, [harbor])).toBe(false)
    expect(isSameText('Hi Harbor Coffee Roasters (again)', text, [])).toBe(false)
  })
})
