import { deliveryModes, kindDetails, type NotificationKind } from './kinds.ts'
import { daysInOrder, type MailDay } from './mail-days.ts'
import { needsReader } from './needs-reader.ts'

/** Choices for all rows of a person at once, in the order of the page (docs/product/notifications.md "Settings"). */
export const presetNames = {
  usual: 'Recommended',
  needed: 'Only what needs me',
  mornings: 'Once a morning',
} as const
export type Preset = keyof typeof presetNames

const MORNING = '09:00'

/** Monday to Friday at nine, by the clock of the person. */
const weekdayMornings: readonly MailDay[] = daysInOrder
  .filter(day => day >= 1 && day <= 5)
  .map(day => ({ scheduled_day: day, scheduled_times: [MORNING], isChecked: true }))

/** What a preset makes of one setting. `days` only with a timeframe. */
export type PresetChange = {
  readonly status: 0 | 1
  readonly timeframe_type_id: (typeof deliveryModes)[keyof typeof deliveryModes]
  readonly days?: readonly MailDay[]
}

/** What cannot wait for the next morning keeps coming at once. */
export const presetFor = (preset: Preset, kind: NotificationKind): PresetChange => {
  const usual = deliveryModes[kindDetails[kind].mode ?? 'immediate']
  if (preset === 'mornings' && usual !== deliveryModes.immediate)
    return { status: 1, timeframe_type_id: deliveryModes.time_frame, days: weekdayMornings }
  return { status: preset === 'needed' && !needsReader(kind) ? 0 : 1, timeframe_type_id: usual }
}
