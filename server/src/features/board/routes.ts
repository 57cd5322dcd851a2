import * as contract from '#domain/publishing/board-contract.ts'
import { personRoute, type Route } from '#server/platform/http/route.ts'
import { getBoard } from './get-board.ts'

export const boardRoutes: readonly Route[] = [personRoute(contract.getBoard, getBoard)]
