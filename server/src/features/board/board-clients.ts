import { can } from '#domain/permissions/can.ts'
import type { FoundProject } from '#domain/projects/model.ts'
import { BOARD_CLIENTS } from '#domain/publishing/board-contract.ts'
import { findOwnProjects } from '#server/features/projects/own-projects.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Person } from '#server/platform/session/scope.ts'

/** The clients for which the person writes posts: those of their board. */
export const findBoardClients = async (
  db: Reader,
  person: Person,
  publicUrl: string,
): Promise<FoundProject[]> => {
  const own = await findOwnProjects(db, person, publicUrl, { limit: BOARD_CLIENTS })
  return own.filter(project => can(project, 'board.see'))
}
