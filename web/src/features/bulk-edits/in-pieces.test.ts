import { expect, it } from 'vitest'
import { ApiError } from '#web/platform/api-error.ts'
import { inPieces } from './in-pieces.ts'

const rows = Array.from({ length: 50 }, (_, index) => index)

it('sends every row once, in order, and says how far it is', async () => {
  const progress: number[] = []
  const { results, failed } = await inPieces(
    rows,
    async piece => piece.map(row => row * 2),
    done => progress.push(done),
  )
  expect(results).toEqual(rows.map(row => row * 2))
  expect(failed).toEqual([])
  expect(progress).toEqual([20, 40, 50])
})

it('keeps what was done before a call failed, and says of the rest whether it may have been changed', async () => {
  const gone = new ApiError({ status: 0, code: 'unreachable', message: 'Unreachable.' })
  const { results, failed } = await inPieces(
    rows,
    async piece => {
      if (piece.includes(20)) throw gone
      return piece
    },
    () => undefined,
  )
  expect(results).toEqual(rows.slice(0, 20))
  expect(failed.map(({ row }) => row)).toEqual(rows.slice(20))
  expect(failed.map(({ reason }) => reason).filter((_, index) => index === 0 || index === 20)).toEqual([
    'Unreachable. It may have been changed all the same.',
    'Unreachable.',
  ])
})
