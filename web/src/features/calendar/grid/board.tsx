import type { LinkProps } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { DayLabel } from '#domain/labels/model.ts'

/** Where a card leads: the post for who writes, the approval item for who approves. */
export type CardLink = Pick<LinkProps, 'to' | 'params' | 'search'>

/** The object stays the same. */
export type LabelEditing = {
  readonly add: (date: LocalDate) => void
  readonly edit: (label: DayLabel) => void
}

/** What cards and days need of the calendar they stand in. The object stays the same while nothing of it changes. */
export type Board = {
  readonly timezone: string
  readonly today: LocalDate
  readonly now: Date
  readonly hasPreviews: boolean
  /** Planning: cards are selected and moved. Without it a click on a card opens it. */
  readonly isPlanning: boolean
  readonly mayCreate: boolean
  readonly linkOf: (entry: CalendarEntry) => CardLink
  readonly open: (entry: CalendarEntry) => void
  readonly openMenu: (entry: CalendarEntry, at: HTMLElement) => void
  readonly showPreview: (entry: CalendarEntry, at: HTMLElement) => void
  readonly hidePreview: () => void
  readonly create: (date: LocalDate) => void
  /** Null: the person may not edit labels, or not here (document 2 section 2, "without creating or label editing"). */
  readonly labels: LabelEditing | null
}

const Context = createContext<Board | null>(null)
export const BoardProvider = Context

export const useBoard = (): Board => {
  const board = useContext(Context)
  if (board === null) throw new Error('Outside of a calendar')
  return board
}
