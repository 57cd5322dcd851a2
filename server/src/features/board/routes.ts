import * as preferences from '#domain/notifications/board-preferences-contract.ts'
import * as contract from '#domain/publishing/board-contract.ts'
import * as chase from '#domain/publishing/chase-contract.ts'
import { inReadOnly, personRoute, type Route } from '#server/platform/http/route.ts'
import { getBoard } from './get-board.ts'
import { getBoardPreferences } from './get-board-preferences.ts'
import { listWaitedFor } from './list-waited-for.ts'
import { remindWaitedFor } from './remind-waited-for.ts'
import { saveBoardPreferences } from './save-board-preferences.ts'

export const boardRoutes: readonly Route[] = [
  personRoute(contract.getBoard, getBoard),
  personRoute(chase.listWaitedFor, listWaitedFor),
  personRoute(chase.remindWaitedFor, remindWaitedFor),
  personRoute(preferences.getBoardPreferences, getBoardPreferences),
  personRoute(preferences.saveBoardPreferences, saveBoardPreferences, inReadOnly),
]
