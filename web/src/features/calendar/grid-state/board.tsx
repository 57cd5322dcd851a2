import type { LinkProps } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import type { Campaign } from '#domain/campaigns/model.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { isPaused } from '#domain/projects/paused-until.ts'

/** The link of a card: the post for authors, the approval item for approvers. */
export type CardLink = Pick<LinkProps, 'to' | 'params' | 'search'>

/** Keeps its identity. */
export type LabelEditing = {
  readonly add: (date: LocalDate) => void
  readonly edit: (label: DayLabel) => void
}

/** What cards and days need to know of their calendar. Keeps its identity while nothing in it changes: a new one redraws every card. */
export type Board = {
  readonly today: LocalDate
  /** Planning: cards can be selected and moved. */
  readonly isPlanning: boolean
  readonly mayCreate: boolean
  /** Until when publishing is paused, as an instant; null: it is not. */
  readonly pausedUntil: string | null
  readonly linkOf: (entry: CalendarEntry) => CardLink
  readonly create: (date: LocalDate) => void
  /** Opens a day that has more posts than it shows, or closes it. */
  readonly toggleDay: (date: LocalDate) => void
  /** Null: the person may not edit labels, or not here (docs/product/calendar.md "Approval calendar"). */
  readonly labels: LabelEditing | null
  /** The campaigns of the project by id; empty while no post that is shown has one. */
  readonly campaigns: ReadonlyMap<number, Campaign>
}

/** The campaign of a post that is shown. */
export const useCampaignOf = ({ campaign_id: id }: { readonly campaign_id?: number | undefined }) => {
  const { campaigns } = useBoard()
  return id === undefined ? undefined : campaigns.get(id)
}

/** Moving posts to other days, with the pointer or with keys. Keeps its identity. */
export type Moves = {
  /** Why a post cannot be moved at all, or null. */
  readonly liftBlock: (entry: CalendarEntry, isDrag: boolean) => string | null
  /** How many posts are moved with this one: more than one for a selected post. */
  readonly countWith: (entry: CalendarEntry) => number
  /** Why a post, or one that is moved with it, cannot be moved to that day, or null. */
  readonly dropBlock: (entry: CalendarEntry, to: LocalDate) => string | null
  readonly onMove: (entry: CalendarEntry, to: LocalDate) => void
  /** Takes it, and those that are moved with it, off the calendar. */
  readonly onUnschedule: (entry: CalendarEntry) => void
  /** Says why a move was refused. */
  readonly onRefused: (reason: string) => void
}

const KeptContext = createContext(false)
export const KeptProvider = KeptContext

/** Whether this is in a month that is kept unseen: what is open in it closes. */
export const useIsKept = (): boolean => useContext(KeptContext)

const Context = createContext<Board | null>(null)
export const BoardProvider = Context

export const useBoard = (): Board => {
  const board = useContext(Context)
  if (board === null) throw new Error('Outside of a calendar')
  return board
}

/** Whether a pause keeps the post from going out at its time. */
export const useIsPaused = ({ item }: CalendarEntry): boolean => {
  const { pausedUntil } = useBoard()
  const statuses = item.post.post_socials.map(({ status }) => status)
  return isPaused({ schedule: item, statuses }, pausedUntil)
}
