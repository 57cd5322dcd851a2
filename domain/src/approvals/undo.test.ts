import { describe, expect, it } from 'vitest'
import { sendingNotifiedAt, undoSendingObstacle } from './undo.ts'

const sentAt = new Date('2026-06-01T08:00:00.000Z')
const after = (seconds: number) => new Date(sentAt.getTime() + seconds * 1000)
const untouched = { isOpen: true, isUntouched: true }

describe('Undoing a sending', () => {
  const obstacle = (sent: Partial<Parameters<typeof undoSendingObstacle>[0]>, seconds = 1, window = 10) =>
    undoSendingObstacle({ sentAt, isUndone: false, rounds: [untouched], ...sent }, after(seconds), window)

  it('is possible while every opened round is open and nobody has acted', () => {
    expect(obstacle({})).toBeNull()
    expect(obstacle({ rounds: [untouched, untouched] }, 10)).toBeNull()
  })

  it('is refused once, in any version, a round was decided or something was said in it', () => {
    const acted = 'This post can no longer be taken back, because somebody has already acted on it.'
    expect(obstacle({ rounds: [untouched, { isOpen: false, isUntouched: true }] })).toBe(acted)
    expect(obstacle({ rounds: [{ isOpen: true, isUntouched: false }, untouched] })).toBe(acted)
  })

  it('is refused a second time', () => {
    expect(obstacle({ isUndone: true })).toBe('Sending this post has already been undone.')
  })

  it('ends exactly when approvers may be notified', () => {
    for (const window of [1, 10, 60]) {
      const notifiedAt = sendingNotifiedAt(sentAt, window)
      const seconds = (notifiedAt.getTime() - sentAt.getTime()) / 1000
      expect(seconds).toBeGreaterThanOrEqual(window)
      expect(obstacle({}, seconds - 0.001, window)).toBeNull()
      expect(obstacle({}, seconds, window)).toContain('being told')
    }
  })

  it('is not possible at all where the installation offers no Undo', () => {
    expect(sendingNotifiedAt(sentAt, 0)).toEqual(sentAt)
    expect(obstacle({}, 0, 0)).toContain('being told')
  })
})
