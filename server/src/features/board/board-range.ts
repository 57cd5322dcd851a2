import { BOARD_DAYS, BOARD_DAYS_BACK } from '#domain/publishing/board-contract.ts'

const DAY = 24 * 3_600_000

/** From when until when versions are due that are on the board. */
export const boardRange = (now: Date) => ({
  from: new Date(now.getTime() - BOARD_DAYS_BACK * DAY),
  until: new Date(now.getTime() + BOARD_DAYS * DAY),
})
